/**
 * The versions of hosted lists in the store: one document each, next to the parts with its content and its signed list.
 */
import type { HostedContent } from '@countersign/european-trust/hosting/hosted-content';
import { readParts, removeParts, writeParts } from '@countersign/european-trust/refresh/list-parts';
import { parseJson } from '@countersign/shared/kernel/json';
import { type Random, randomId } from '@countersign/shared/kernel/random';
import { type HostedListVersion, hostedLists, hostedVersionId } from '@countersign/shared/model/tenant/hosted-lists';
import type { TenantStore } from '@countersign/shared/store/of-tenant';

/** The content of the parts. */
export interface StoredVersion {
  readonly content: HostedContent;
  /** The signed list. */
  readonly jws: string;
}

export type NewVersion = Omit<HostedListVersion, 'id' | 'rev' | 'stored' | 'parts'>;

export async function latestVersion(own: TenantStore, list: string): Promise<HostedListVersion | undefined> {
  const query = { index: 'list', equal: [list], order: 'descending', limit: 1 } as const;
  return (await own.find(hostedLists, query)).documents[0];
}

/** The last version of each list, by name in reverse. */
export async function latestVersions(own: TenantStore): Promise<readonly HostedListVersion[]> {
  const found: HostedListVersion[] = [];
  for (;;) {
    const below = found.at(-1)?.list;
    const query = { index: 'list', order: 'descending', limit: 1, ...(below === undefined ? {} : { below }) } as const;
    const [next] = (await own.find(hostedLists, query)).documents;
    if (next === undefined) return found;
    found.push(next);
  }
}

export async function readVersion(own: TenantStore, version: HostedListVersion): Promise<StoredVersion> {
  const { stored: sha256, parts } = version;
  const bytes = await readParts(own, partsId(version), { sha256, parts });
  if (bytes === undefined) throw new Error(`The parts of the hosted list ${version.id} were removed`);
  // Only this file writes them.
  return parseJson(bytes.toString('utf8')) as unknown as StoredVersion;
}

/** @returns undefined if another writer was first with this number */
export async function insertVersion(
  own: TenantStore,
  random: Random,
  version: NewVersion,
  { content, jws }: StoredVersion,
): Promise<HostedListVersion | undefined> {
  const stored = randomId(random);
  const of = { id: partsId(version), tenant: version.tenant };
  const parts = await writeParts(own, of, Buffer.from(JSON.stringify({ content, jws })), stored);
  const inserted = await own.insert(hostedLists, { ...version, id: hostedVersionId(version), stored, parts });
  if (inserted === undefined) await removeParts(own, of.id, { sha256: stored, parts });
  return inserted;
}

/** Removes a version that is kept no longer. */
export async function removeVersion(own: TenantStore, version: HostedListVersion): Promise<void> {
  if (!(await own.delete(hostedLists, version))) return;
  await removeParts(own, partsId(version), { sha256: version.stored, parts: version.parts });
}

function partsId({ tenant, list }: Pick<HostedListVersion, 'tenant' | 'list'>): string {
  return `${tenant}/hosted/${list}`;
}
