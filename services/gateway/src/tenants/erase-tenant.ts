/**
 * Erases suspended tenants, resumable at any step. Rounds go through all collections until one that started after the
 * drain finds nothing. Then the keys are removed, the data key last. Each removal is announced in the tenant's document
 * before it happens, so a replica that continues counts nothing twice (docs/explanation/model/tenant-erasure.pml).
 */
import type { Audit } from '@countersign/shared/audit/record';
import { keyDocuments } from '@countersign/shared/model/keys/key-documents';
import { statusEntries } from '@countersign/shared/model/status/status-documents';
import { auditRecords } from '@countersign/shared/model/tenant/audit-record';
import { type TenantErasure, type TenantRecord, tenants } from '@countersign/shared/model/tenant/tenants';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { eachDocument } from '@countersign/shared/store/pages';
import { eraseKeys, keptDocuments, keysToErase } from './erase-keys.ts';
import { erasedCollections } from './erased-collections.ts';
import { announceRemoval, awaitDrain, beginKeys, endErasure, endLook, isDrained } from './tenant-transitions.ts';

export type TenantErasureParts = Pick<Platform, 'store' | 'vaults' | 'clock' | 'log'> & {
  /** Called once with each receipt. */
  readonly receiptLine?: Audit['line'];
};

/** Milliseconds. */
const EVERY = 5000;

/** Another replica has written the document of the tenant: it continues. */
class TakenOver extends Error {
  override readonly name = 'TakenOver';
}

interface Run {
  readonly parts: TenantErasureParts;
  record: TenantRecord;
}

/** Erases tenants that are due, and checks again a day later for late writes. */
export function tenantErasureJob(parts: TenantErasureParts): Job {
  return {
    name: 'tenant-erasure',
    exclusive: true,
    every: EVERY,
    run: async () => {
      await eachDocument(parts.store, tenants, { index: 'due', below: parts.clock() + 1 }, async (record) => {
        await continueErasure(parts, record);
      });
    },
  };
}

/** Continues an erasure as far as possible now. @param record as just read */
export async function continueErasure(parts: TenantErasureParts, record: TenantRecord): Promise<void> {
  const run: Run = { parts, record };
  try {
    if (record.life.state === 'erased') await lookAgain(run);
    else if (record.life.state === 'erasing') await erase(run, record.life.erasure);
  } catch (error) {
    if (!(error instanceof TakenOver)) throw error;
  }
}

async function erase(run: Run, { announced, phase }: TenantErasure): Promise<void> {
  if (announced !== undefined) await removeAnnounced(run, announced);
  if (phase === 'documents' && !(await removeDocuments(run))) return;
  await write(run, beginKeys);
  await removeKeys(run);
  // Data that was written before the data key was removed.
  await removeRound(run);
  await end(run);
}

/** @returns false if requests that were admitted before the suspension may still write */
async function removeDocuments(run: Run): Promise<boolean> {
  for (;;) {
    const { life } = run.record;
    const drained = life.state === 'erasing' && isDrained(life.erasure, run.parts.clock());
    const removed = await removeRound(run);
    if (removed > 0) continue;
    if (drained) return true;
    await write(run, awaitDrain);
    return false;
  }
}

/** @returns the number of documents */
async function removeRound(run: Run): Promise<number> {
  const { store } = run.parts;
  const tenant = run.record.id;
  let removed = 0;
  for (const { name, toRemove } of erasedCollections) {
    for await (const ids of toRemove(store, tenant)) {
      if (ids.length === 0) continue;
      removed += ids.length;
      await announceAndRemove(run, name, ids);
    }
  }
  return removed;
}

async function announceAndRemove(run: Run, collection: string, ids: readonly string[]): Promise<void> {
  const announced = { collection, ids };
  await write(run, (tenant) => announceRemoval(tenant, announced));
  await removeAnnounced(run, announced);
}

async function removeAnnounced(
  { parts, record }: Run,
  { collection, ids }: NonNullable<TenantErasure['announced']>,
): Promise<void> {
  if (collection === keyDocuments.name) return eraseKeys(parts, record.id, ids);
  const found = erasedCollections.find(({ name }) => name === collection);
  if (found === undefined) throw new Error(`No collection ${collection} is erased`);
  await found.remove(parts.store, record.id, ids);
}

async function removeKeys(run: Run): Promise<void> {
  const ids = await keysToErase(run.parts, run.record.id);
  if (ids.length > 0) await announceAndRemove(run, keyDocuments.name, ids);
}

/** Write the receipt to the requester's audit log before the erasure completes, so that every erasure has one. */
async function end(run: Run): Promise<void> {
  const { store, clock, log, receiptLine } = run.parts;
  const kept = await keptDocuments(run.parts, run.record.id, statusEntries);
  const ended = endErasure(run.record, kept, clock());
  if (ended.life.state !== 'erased') return;
  const { requestedBy, endedAt, removed, chain } = ended.life.receipt;
  const { client, tenant, request } = requestedBy;
  const receipt = {
    id: `tenant-erasure/${run.record.id}`,
    tenant,
    at: endedAt,
    action: 'tenant.erased',
    client,
    subject: run.record.id,
    ...(request === undefined ? {} : { request }),
    data: { removed, kept, chain },
  };
  const inserted = await ofTenant(store, tenant).insert(auditRecords, receipt);
  if (inserted !== undefined) await receiptLine?.(inserted);
  await write(run, () => ended);
  log.info('tenant erased', { service: 'gateway', tenant: run.record.id });
}

/** Removes late writes of a process that was paused for longer than the drain. */
async function lookAgain(run: Run): Promise<void> {
  const { store } = run.parts;
  const late: Record<string, number> = {};
  for (const { name, toRemove, remove } of erasedCollections) {
    for await (const ids of toRemove(store, run.record.id)) {
      if (ids.length === 0) continue;
      await remove(store, run.record.id, ids);
      late[name] = (late[name] ?? 0) + ids.length;
    }
  }
  await write(run, (tenant) => endLook(tenant, late));
}

async function write(run: Run, decide: (tenant: TenantRecord) => TenantRecord): Promise<void> {
  const next = decide(run.record);
  if (next === run.record) return;
  const stored = await run.parts.store.replace(tenants, next);
  if (stored === undefined) throw new TakenOver();
  run.record = stored;
}
