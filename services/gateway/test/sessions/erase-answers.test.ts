import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { idempotentCalls } from '@countersign/shared/test/model/every-tenant';
import { begunCall, endCall } from '../../src/idempotency/call-transitions.ts';
import { eraseAnswers } from '../../src/sessions/erase-answers.ts';
import { openGateway } from '../open-gateway.ts';

test('every answer that links to the session is erased, of its tenant alone', async (t) => {
  const { platform } = await openGateway(t);
  const { store, clock } = platform;
  for (const [tenant, name, session] of [
    ['acme', 'a', 's1'],
    ['acme', 'b', 's1'],
    ['acme', 'c', 's2'],
    ['other', 'd', 's1'],
  ] as const) {
    const begun = begunCall({ id: `${tenant}/${name}`, tenant, request: 'x', runner: 'r', now: clock() });
    await store.insert(idempotentCalls, endCall({ ...begun, rev: 1 }, { request: 'x', sealed: 'answer', session }));
  }
  await eraseAnswers(ofTenant(store, 'acme'), 's1');
  await eraseAnswers(ofTenant(store, 'acme'), 's1');
  const { documents } = await store.find(idempotentCalls, { index: 'age', limit: 10 });
  assert.deepEqual(Object.fromEntries(documents.map(({ id, call }) => [id, call.state])), {
    'acme/a': 'erased',
    'acme/b': 'erased',
    'acme/c': 'done',
    'other/d': 'done',
  });
});
