import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { openVerifier } from '../world.ts';

test('a request is stored with the audit record of its call', async (t) => {
  const world = await openVerifier(t);
  const record = { id: 'r', tenant: 'default', at: 1, action: 'presentation-request.made', client: 'c' };
  const asked = { requestId: 'question', response_type: 'uri' };
  const reply = await world.call('verifier.request.create', { method: 'POST', encoding: 'json', body: asked, record });
  const { session } = reply.body as { readonly session: string };
  assert.equal(reply.recorded, true);
  assert.deepEqual(await world.platform.store.get(auditRecords, 'r'), { ...record, session, rev: 1 });
});
