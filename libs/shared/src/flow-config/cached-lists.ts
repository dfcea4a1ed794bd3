/** Merged lists of configurations, cached while neither files nor documents have changed. */
import type { FolderEdits } from '../kernel/folder-edits.ts';
import type { FlowConfigDocument } from '../model/tenant/flow-configs.ts';

/** A tenant's list, for the currently stored documents. @param make creates it from them and from the tenant's files */
export type CachedLists<T> = (
  tenant: string,
  stored: readonly StoredText[],
  make: () => Promise<readonly T[]>,
) => Promise<readonly T[]>;

/** Each write encrypts the text again, so an equal text is the same write of the same configuration. */
type StoredText = Pick<FlowConfigDocument, 'text'>;

interface Cached<T> {
  readonly version: number;
  readonly stored: readonly StoredText[];
  readonly list: readonly T[];
}

/** Maximum number of tenants whose lists are cached. */
const MAX_CACHED = 1000;

/** @param edits of the configuration folder; absent: nothing is cached */
export function createCachedLists<T>(edits: Pick<FolderEdits, 'version'> | undefined): CachedLists<T> {
  if (edits === undefined) return (_tenant, _stored, make) => make();
  const cached = new Map<string, Cached<T>>();
  return async (tenant, stored, make) => {
    const version = edits.version();
    const known = cached.get(tenant);
    if (known?.version === version && areSame(known.stored, stored)) return known.list;
    const list = await make();
    cached.delete(tenant);
    if (edits.version() !== version) return list;
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(tenant, { version, stored, list });
    return list;
  };
}

function areSame(some: readonly StoredText[], others: readonly StoredText[]): boolean {
  return some.length === others.length && some.every(({ text }, index) => text === others[index]?.text);
}
