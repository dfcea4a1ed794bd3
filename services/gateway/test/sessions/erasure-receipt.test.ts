import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { AuditDocument } from '@countersign/shared/model/tenant/audit-record';
import {
  closeReceipt,
  erasedOf,
  isOpenReceipt,
  openedReceipt,
  PURGE,
  resumeReceipt,
  takeOverReceipt,
} from '../../src/sessions/erasure-receipt.ts';

const session = {
  id: 's',
  tenant: 'acme',
  kind: 'presentation',
  status: 'created',
  presentation: { progress: { state: 'created' } },
  pendingDeliveries: [],
} as unknown as SessionDocument;
const purge = openedReceipt(session, { client: PURGE, deliveries: 2, now: 50 });
const asked = openedReceipt(session, { client: 'api-key', request: 'r', deliveries: 2, now: 60 });
const stored = (receipt: Omit<AuditDocument, 'rev'>): AuditDocument => ({ ...receipt, rev: 4 });

test('a receipt begins open, with what the session has and no more than that', () => {
  assert.deepEqual(asked, {
    id: 'erasure/s',
    tenant: 'acme',
    at: 60,
    action: 'session.erased',
    client: 'api-key',
    request: 'r',
    session: 's',
    data: { parts: ['presentation'], deliveries: 2 },
    openSince: 60,
  });
  const mark = { id: 'e', type: 'status.changed.v1', at: 1, data: {} } as const;
  assert.deepEqual(erasedOf({ ...session, pendingDeliveries: [mark] }), {
    parts: ['presentation'],
    undelivered: 1,
  });
});

test('a receipt keeps the client that requested it; that of the purge and a closed one are replaced', () => {
  const { client, request, at, openSince, rev } = takeOverReceipt(stored(asked), purge);
  assert.deepEqual([client, request, at, openSince, rev], ['api-key', 'r', 60, 50, 4]);
  assert.deepEqual(takeOverReceipt(stored(purge), asked), stored(asked));
  const closed = closeReceipt(stored(asked), {}).document;
  assert.deepEqual(takeOverReceipt(closed, purge), stored(purge));
});

test('a receipt is closed once, by one call; until then another replica may resume it', () => {
  const resumed = resumeReceipt(stored(asked), 90);
  assert.ok(isOpenReceipt(resumed));
  const { document, result } = closeReceipt(resumed, { deliveries: 3 });
  assert.deepEqual([result, document.data, Object.hasOwn(document, 'openSince')], ['closed', { deliveries: 3 }, false]);
  assert.deepEqual(closeReceipt(document, {}), { document, result: 'was_closed' });
});
