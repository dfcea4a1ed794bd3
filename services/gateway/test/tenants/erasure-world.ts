/** A store in which tenants have something of each kind, for the tests of their erasure. */
import type { TestContext } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { collections } from '@countersign/shared/model/collections';
import { deadLetters } from '@countersign/shared/model/delivery/dead-letters';
import { dataKeyId } from '@countersign/shared/model/keys/key-documents';
import { type TenantRecord, tenants } from '@countersign/shared/model/tenant/tenants';
import type { Collection, Store, StoredDocument, TenantDocument } from '@countersign/shared/store/port';
import * as every from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import type { TenantErasureParts } from '../../src/tenants/erase-tenant.ts';
import { beginErasure, createdTenant, suspendTenant } from '../../src/tenants/tenant-transitions.ts';

export const START = Date.UTC(2026, 5, 1, 12);

/** Members for the indexes that find the documents. Their other members do not matter here. */
const indexed: Readonly<Record<string, (n: number) => object>> = {
  clients: (n) => ({ createdAt: n, secrets: [], role: 'admin' }),
  consoleSessions: (n) => ({ expiresAt: n }),
  flowConfigs: (n) => ({ kind: 'issuance', configuration: `c${n}` }),
  sessions: (n) => ({ createdAt: n, status: 'created', handle: `h${systemRandom(8).toString('hex')}` }),
  authenticationCodes: (n) => ({ answerHash: 'a', endsAt: n }),
  activeCredentials: (n) => ({ subject: `p${n}`, session: `s${n}`, issuedAt: n, state: 'accepted' }),
  logins: (n) => ({ kind: 'login', client: 'shop', session: `s${n}`, endsAt: 1 }),
  refreshGrants: (n) => ({ session: `s${n}`, removeAt: 1 }),
  deliveries: (n) => ({ session: `s${n}`, createdAt: n, state: 'delivered' }),
  traces: (n) => (n % 2 === 0 ? { createdAt: n } : { erasedAt: n }),
  unmatched: (n) => ({ at: n }),
  eventLog: (n) => ({ number: systemRandom(6).readUIntBE(0, 6), session: `s${n}`, at: n }),
  statusEntries: (n) => ({ session: `s${n}`, value: 0, list: 1, indexes: [n] }),
  activity: (n) => ({ hour: n }),
  webhookSecrets: (n) => ({ generation: n }),
  certificateOrders: (n) => ({ set: `s${n}`, purpose: 'request', next: n, failures: 0 }),
  registrarTasks: (n) => ({ next: n, failures: 0 }),
  configurationApplies: (n) => ({ due: n, phase: 'applying', attempts: 0 }),
  hostedLists: (n) => ({ list: `list ${n}`, sequenceNumber: n, due: n }),
  trustLists: (n) => ({ url: `https://lists.example/${n}` }),
  trustListParts: (n) => ({ list: `list ${n}` }),
  idempotentCalls: (n) => ({ at: n }),
  audit: (n) => ({ at: n, action: 'session.read', client: 'c' }),
};

/** Inserts documents of every collection that an erasure empties. */
export async function insertEach(store: Store, tenant: string, count: number, prefix = ''): Promise<void> {
  for (const [name, members] of Object.entries(indexed)) {
    for (let n = 1; n <= count; n += 1)
      await insert(store, name, { id: `${tenant}/${name}/${prefix}${n}`, tenant, ...members(n) });
  }
  for (let n = 1; n <= count; n += 1) {
    const data = { tenant, session: 's' } as never;
    const event = { id: 'e', type: 'credential.issued.v1', subject: 's', data } as never;
    await store.insert(deadLetters, {
      id: `${tenant}/${prefix}${n}`,
      at: n,
      topic: 'issuance',
      group: 'g',
      event,
    } as never);
  }
}

export function insert(store: Store, name: string, document: object): Promise<StoredDocument | undefined> {
  const found = collections.find((collection) => collection.name === name);
  return store.insert(found as unknown as Collection<StoredDocument>, document as never);
}

/** What the store has of a tenant, as `collection/id`, without other tenants' receipts that mention it. */
export async function leftOf(store: Store, tenant: string): Promise<readonly string[]> {
  const left: string[] = [];
  for (const collection of Object.values(every) as readonly Collection<TenantDocument>[]) {
    const ids = new Set<string>();
    for (const index of Object.keys(collection.indexes)) {
      for (const document of (await store.find(collection, { index, limit: 10_000 })).documents) {
        if (document.tenant === tenant) ids.add(document.id);
      }
    }
    left.push(...[...ids].map((id) => `${collection.name}/${id}`));
  }
  const letters = (await store.find(deadLetters, { index: 'age', limit: 10_000 })).documents;
  left.push(...letters.filter(({ event }) => event?.data.tenant === tenant).map(({ id }) => `deadLetters/${id}`));
  return left.sort();
}

export interface ErasureWorld {
  readonly store: Store;
  readonly parts: TenantErasureParts;
  /** The same with another store. */
  withStore(store: Store): TenantErasureParts;
  readonly receipts: object[];
  advance(milliseconds: number): void;
  record(tenant?: string): Promise<TenantRecord>;
}

/** The tenant `acme`, suspended and about to be erased, and `other`. */
export async function openErasure(t: TestContext, count = 3): Promise<ErasureWorld> {
  const store = await temporaryStore(t);
  let now = START;
  const clock = (): number => now;
  const receipts: object[] = [];
  const withStore = (used: Store): TenantErasureParts => ({
    store: used,
    clock,
    log: silentLog,
    vaults: createVaults({ store: used, masterKey: Buffer.alloc(32, 3), random: systemRandom, clock }),
    receiptLine: async (line) => void receipts.push(line),
  });
  const parts = withStore(store);
  for (const tenant of ['acme', 'other']) {
    await insertEach(store, tenant, count);
    await parts.vaults.of(tenant);
  }
  await beginAt(store, 'acme', now);
  return {
    store,
    parts,
    withStore,
    receipts,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    record: async (tenant = 'acme') => (await store.get(tenants, tenant)) ?? Promise.reject(new Error('no tenant')),
  };
}

/** A tenant whose erasure starts at that time. */
export async function beginAt(store: Store, tenant: string, now: number): Promise<void> {
  const suspended = suspendTenant({ ...createdTenant({ id: tenant }, now), rev: 0 }, now).document;
  const { rev: _, ...begun } = beginErasure(suspended, { client: 'api-key', tenant: 'default' }, now).document;
  await store.insert(tenants, begun);
}

/** The mark that replaces the data key is all that stays of a tenant without status lists. */
export const NOTHING = [`keys/${dataKeyId('acme', 1)}`];
