/**
 * The keys of an erased tenant. The keys that sign its status lists are sealed again with a separate data key. Every
 * other key is removed, and the first data key last: a backup or a paused process can no longer open anything that it
 * still has.
 */
import type { KeyPurpose } from '@countersign/shared/crypto/keys';
import {
  DEFAULT_SET,
  dataKeyId,
  ERASED_KEY,
  KEPT_GENERATION,
  type KeyDocument,
  keyDocuments,
} from '@countersign/shared/model/keys/key-documents';
import { statusLists } from '@countersign/shared/model/status/status-documents';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import type { TenantCollection, TenantDocument } from '@countersign/shared/store/port';

export type KeyErasureParts = Pick<Platform, 'store' | 'vaults' | 'clock'>;

const PAGE = 100;
const SIGNING: readonly (KeyDocument['purpose'] | KeyPurpose)[] = ['ca', 'credential', 'iaca', 'mdoc'];

/** The ids of the keys to erase, the data key last. Repeatable: this call seals the kept keys again. */
export async function keysToErase(parts: KeyErasureParts, tenant: string): Promise<readonly string[]> {
  const own = ofTenant(parts.store, tenant);
  const keeps = (await count(own, statusLists, 'list')) > 0;
  const gone: string[] = [];
  for await (const documents of own.pages(keyDocuments, { index: 'purpose', limit: PAGE })) {
    for (const document of documents) {
      if (document.purpose === 'data') continue;
      if (!keeps || !signsLists(document)) gone.push(document.id);
      else if (isSealedBefore(document)) await sealAgain(parts, document);
    }
  }
  const dataKey = dataKeyId(tenant, 1);
  return (await own.get(keyDocuments, dataKey))?.sealed === ERASED_KEY ? gone : [...gone, dataKey];
}

/** Removes keys in their order. The mark that replaces the data key stays, so that no process creates another. */
export async function eraseKeys(
  { store, clock }: KeyErasureParts,
  tenant: string,
  ids: readonly string[],
): Promise<void> {
  const own = ofTenant(store, tenant);
  const dataKey = dataKeyId(tenant, 1);
  for (const id of ids) {
    if (id === dataKey) await eraseDataKey(own, tenant, clock());
    else await remove(own, id);
  }
}

/** The documents that relying parties need, by collection. */
export async function keptDocuments(
  { store }: Pick<KeyErasureParts, 'store'>,
  tenant: string,
  keptEntries: TenantCollection<TenantDocument>,
): Promise<Readonly<Record<string, number>>> {
  const own = ofTenant(store, tenant);
  const lists = await count(own, statusLists, 'list');
  if (lists === 0) return {};
  return { statusLists: lists, statusEntries: await count(own, keptEntries, 'session') };
}

/** Status lists are signed by the keys that sign if no set is specified, and by CAs. */
function signsLists({ purpose, set }: KeyDocument): boolean {
  return SIGNING.includes(set?.name === DEFAULT_SET ? set.purpose : purpose);
}

/** Whether the private key is here, and sealed by the data key to erase. An external signer keeps its own. */
function isSealedBefore({ sealed, sealedBy }: KeyDocument): boolean {
  return sealed !== '' && sealedBy !== KEPT_GENERATION;
}

async function sealAgain({ store, vaults }: KeyErasureParts, document: KeyDocument): Promise<void> {
  const { tenant, id } = document;
  const context = `key/${id}`;
  const [before, kept] = [await vaults.of(tenant, document.sealedBy), await vaults.of(tenant, KEPT_GENERATION)];
  const sealed = kept.seal(before.open(document.sealed, context), context);
  await ofTenant(store, tenant).update(keyDocuments, id, (present) =>
    !isSealedBefore(present) ? present : { ...present, sealed, sealedBy: KEPT_GENERATION },
  );
}

async function eraseDataKey(own: TenantStore, tenant: string, now: number): Promise<void> {
  const id = dataKeyId(tenant, 1);
  const mark = { id, tenant, purpose: 'data', generation: 1, sealed: ERASED_KEY, createdAt: now } as const;
  for (;;) {
    const written = await own.update(keyDocuments, id, (present) =>
      present.sealed === ERASED_KEY ? present : { ...mark, rev: present.rev },
    );
    if (written !== undefined || (await own.insert(keyDocuments, mark)) !== undefined) return;
  }
}

async function remove(own: TenantStore, id: string): Promise<void> {
  for (let present = await own.get(keyDocuments, id); present !== undefined; ) {
    if (await own.delete(keyDocuments, present)) return;
    present = await own.get(keyDocuments, id);
  }
}

async function count<T extends TenantDocument>(
  own: TenantStore,
  collection: TenantCollection<T>,
  index: string,
): Promise<number> {
  let found = 0;
  for await (const documents of own.pages(collection, { index, limit: PAGE })) found += documents.length;
  return found;
}
