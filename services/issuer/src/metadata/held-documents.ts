/** Documents of a tenant, held while nothing that they are made of has changed. */
import type { FolderEdits } from '@countersign/shared/kernel/folder-edits';
import type { JsonDocument } from './signed-documents.ts';

/**
 * The document of a tenant.
 * @param sources what it is made of besides files, each compared by identity or value
 * @param make makes it of the sources and of files below the configuration folder
 */
export type HeldDocuments = (
  tenant: string,
  sources: readonly unknown[],
  make: () => Promise<JsonDocument>,
) => Promise<JsonDocument>;

/** Most documents that are held. */
const MOST_HELD = 1000;

/** @param edits of the configuration folder; absent: each document is made anew */
export function createHeldDocuments(edits: Pick<FolderEdits, 'version'> | undefined): HeldDocuments {
  if (edits === undefined) return (_tenant, _sources, make) => make();
  const held = new Map<string, { readonly sources: readonly unknown[]; readonly document: JsonDocument }>();
  return async (tenant, sources, make) => {
    const version = edits.version();
    const present = [version, ...sources];
    const known = held.get(tenant);
    if (known !== undefined && areSame(known.sources, present)) return known.document;
    const document = await make();
    held.delete(tenant);
    if (edits.version() !== version) return document;
    if (held.size >= MOST_HELD) held.clear();
    held.set(tenant, { sources: present, document });
    return document;
  };
}

function areSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => one === others[index]);
}
