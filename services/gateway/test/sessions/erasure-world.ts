/** Sessions with deliveries, for the tests of erasures. */
import assert from 'node:assert/strict';
import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { auditRecords, deliveries, sessions, traces } from '@countersign/shared/test/model/every-tenant';
import type { OpenGateway } from '../open-gateway.ts';

export const HOUR = 3_600_000;
export const ENV = { env: { SESSION_TTL: '3600' } };
export const pending = (id: string) => ({ id, type: 'presentation.verified.v1', at: 1, data: {} }) as const;

export function delivery(
  session: string,
  n: number,
  change: Partial<DeliveryDocument> = {},
): Omit<DeliveryDocument, 'rev'> {
  return {
    id: `${session}-d${n}`,
    tenant: 'default',
    session,
    type: 'presentation.verified',
    at: 1,
    data: {},
    webhook: 'result',
    target: 'https://backend.example',
    state: 'due',
    attempts: [],
    dueAt: 1,
    createdAt: n,
    outbox: [],
    ...change,
  };
}

export async function insertSession(
  { platform: { store, clock } }: OpenGateway,
  id: string,
  change: Partial<SessionDocument> = {},
) {
  const createdAt = clock();
  const stored = await store.insert(sessions, {
    id,
    tenant: 'default',
    kind: 'presentation',
    createdAt,
    updatedAt: createdAt,
    expiresAt: createdAt + HOUR,
    handle: `h-${id}`,
    status: 'verified',
    presentation: {
      configurationId: 'age',
      requestHash: 'r',
      stateHash: 's',
      nonce: 'n',
      sealedRequest: 'x',
      failures: 0,
      progress: { state: 'verified', verifiedAt: 1, sealedCredentials: 'x', answerHash: 'a' },
    },
    pendingDeliveries: [pending(`${id}-d1`)],
    pendingSince: 1,
    outbox: [],
    ...change,
  });
  assert.ok(stored);
  for (const n of [1, 2]) assert.ok(await store.insert(deliveries, delivery(id, n)));
  return stored;
}

export const receiptOf = ({ platform: { store } }: OpenGateway, id: string) => store.get(auditRecords, `erasure/${id}`);

export async function assertGone(gateway: OpenGateway, id: string): Promise<void> {
  const { store } = gateway.platform;
  assert.equal(await store.get(sessions, id), undefined);
  assert.deepEqual((await store.get(traces, id))?.trace, { state: 'erased' });
  assert.deepEqual((await store.find(deliveries, { index: 'session', equal: [id], limit: 9 })).documents, []);
  assert.deepEqual((await store.find(auditRecords, { index: 'open', limit: 9 })).documents, []);
  const receipts = await store.find(auditRecords, { index: 'session', equal: [id], limit: 9 });
  assert.equal(receipts.documents.length, 1);
}
