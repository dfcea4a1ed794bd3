import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { consoleSessions } from '@countersign/shared/test/model/every-tenant';
import { removeEndedSignIns } from '../../src/sign-in/remove-ended.ts';
import { openGateway } from '../open-gateway.ts';

test('sign-ins of every tenant are removed after their end, and none before', async (t) => {
  const { platform } = await openGateway(t);
  const { store } = platform;
  for (const [tenant, expiresAt] of [
    ['one', 1000],
    ['two', 2000],
    ['one', 2001],
  ] as const) {
    const id = systemRandom(8).toString('hex');
    const by = { kind: 'client', client: 'c', fingerprint: 'f' } as const;
    await store.insert(consoleSessions, { id, tenant, by, createdAt: 0, expiresAt });
  }
  await removeEndedSignIns({ store, clock: () => 2001, log: silentLog }).run();
  const left = await store.find(consoleSessions, { index: 'end', limit: 10 });
  assert.deepEqual(
    left.documents.map(({ expiresAt }) => expiresAt),
    [2001],
  );
});
