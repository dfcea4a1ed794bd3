import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { auditRecords, sessions } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { dryRunLeftoversJob, endDryRun } from '../../src/sessions/end-dry-run.ts';

const NOW = Date.UTC(2030, 0, 1);

async function open(t: TestContext, update: (request: OperationRequest) => unknown = () => [{}, {}]) {
  const store = await temporaryStore(t);
  const calls: OperationRequest[] = [];
  const parts = {
    store,
    clock: () => NOW,
    random: systemRandom,
    log: silentLog,
    call: async (_: string, request: OperationRequest) => {
      calls.push(request);
      return { body: update(request) as [] };
    },
  };
  const insert = (id: string, dryRunUntil?: number) =>
    store.insert(sessions, {
      id,
      tenant: 'root',
      kind: 'issuance',
      createdAt: NOW,
      updatedAt: NOW,
      expiresAt: NOW,
      handle: id,
      status: 'created',
      pendingDeliveries: [],
      outbox: [],
      ...(dryRunUntil === undefined ? {} : { dryRunUntil }),
    });
  const present = async (...ids: string[]) =>
    (await Promise.all(ids.map((id) => store.get(sessions, id)))).map((found) => found !== undefined);
  return { store, calls, parts, insert, present };
}

const run = { tenant: 'root', session: 's', request: 'r', client: 'backend' };

test('what a run issued is revoked before its session is erased, by the client that began it', async (t) => {
  const { store, calls, parts, insert, present } = await open(t);
  await insert('s', NOW + 1);
  assert.equal(await endDryRun(parts, run), 2);
  assert.deepEqual([calls[0]?.tenant, calls[0]?.body], ['root', { sessionId: 's', status: 1 }]);
  assert.deepEqual(await present('s'), [false]);
  assert.equal((await store.get(auditRecords, 'erasure/s'))?.client, 'backend');
});

test('what a concurrent request has issued is revoked after the erasure', async (t) => {
  const { calls, parts, insert, present } = await open(t, () => (calls.length === 1 ? [{}] : [{}, {}]));
  await insert('s', NOW + 1);
  assert.equal(await endDryRun(parts, run), 2);
  assert.deepEqual([calls.length, await present('s')], [2, [false]]);
});

test('a run that issued nothing is erased too; one that can not be revoked stays for the job', async (t) => {
  const { parts, insert, present } = await open(t, () => {
    throw new ProtocolError('not_found', 'none', { reason: 'path_unknown' });
  });
  await insert('s', NOW + 1);
  assert.equal(await endDryRun(parts, run), 0);
  assert.deepEqual(await present('s'), [false]);
  const broken = await open(t, () => {
    throw new ProtocolError('temporarily_unavailable', 'later', { reason: 'dependency_away' });
  });
  await broken.insert('s', NOW - 1);
  await assert.rejects(endDryRun(broken.parts, run), { code: 'temporarily_unavailable' });
  await dryRunLeftoversJob(broken.parts).run();
  assert.deepEqual(await broken.present('s'), [true]);
});

test('the job ends runs whose time is over, and no other session', async (t) => {
  const { store, calls, parts, insert, present } = await open(t);
  await insert('cut-off', NOW - 1);
  await insert('under-way', NOW);
  await insert('ordinary');
  await dryRunLeftoversJob(parts).run();
  assert.deepEqual(await present('cut-off', 'under-way', 'ordinary'), [false, true, true]);
  assert.deepEqual(
    calls.map(({ body }) => body),
    Array(2).fill({ sessionId: 'cut-off', status: 1 }),
  );
  assert.equal((await store.get(auditRecords, 'erasure/cut-off'))?.client, '[purge]');
});
