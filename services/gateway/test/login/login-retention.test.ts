import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditRecords, logins, sessions } from '@countersign/shared/test/model/every-tenant';
import { loginRetentionJob } from '../../src/login/login-retention.ts';
import { openGateway } from '../open-gateway.ts';
import { insertSession } from '../sessions/erasure-world.ts';

test('what was presented goes at the end of its login, with a receipt; a session without it stays', async (t) => {
  const gateway = await openGateway(t);
  const { store, clock } = gateway.platform;
  await insertSession(gateway, 'verified');
  const progress = { state: 'rejected', reason: 'issuer_trust' } as const;
  const presented = await store.get(sessions, 'verified');
  assert.ok(presented?.presentation !== undefined);
  await insertSession(gateway, 'refused', { presentation: { ...presented.presentation, progress } });
  for (const session of ['verified', 'refused']) {
    const login = { tenant: 'default', kind: 'login', client: 'shop', session, endsAt: clock() + 1000 } as const;
    await store.insert(logins, { id: `login/default/${session}`, ...login });
  }
  const lines: unknown[] = [];
  const job = loginRetentionJob({
    ...gateway.platform,
    receiptLine: async (line) => void lines.push(line),
    repeat: async () => assert.fail('nothing is sent'),
  });
  await job.run();
  assert.notEqual(await store.get(sessions, 'verified'), undefined, 'before its end');
  gateway.advance(1001);
  await job.run();
  assert.equal(await store.get(sessions, 'verified'), undefined);
  assert.notEqual(await store.get(sessions, 'refused'), undefined, 'it says why somebody could not sign in');
  assert.equal((await store.find(logins, { index: 'end', limit: 5 })).documents.length, 0);
  assert.equal(lines.length, 1);
  const { documents } = await store.find(auditRecords, { index: 'session', equal: ['verified'], limit: 5 });
  assert.deepEqual(
    documents.map(({ action }) => action),
    ['session.erased'],
  );
});
