import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idempotentCalls } from '@countersign/shared/test/model/every-tenant';
import { callRetentionJob } from '../../src/idempotency/call-retention.ts';
import { begunCall, KEPT_FOR } from '../../src/idempotency/call-transitions.ts';
import { openGateway } from '../open-gateway.ts';

test('calls of every tenant are removed once their key was first used 24 hours ago', async (t) => {
  const { platform, advance, lines } = await openGateway(t);
  const { store, clock } = platform;
  const insert = (tenant: string): Promise<unknown> =>
    store.insert(idempotentCalls, begunCall({ id: `${tenant}/k`, tenant, request: 'x', runner: 'r', now: clock() }));
  await insert('a');
  advance(1);
  await insert('b');
  advance(KEPT_FOR);
  await callRetentionJob(platform).run();
  const { documents } = await store.find(idempotentCalls, { index: 'age', limit: 10 });
  assert.deepEqual(
    documents.map(({ tenant }) => tenant),
    ['b'],
  );
  assert.ok(lines.some((line) => line.includes('kept responses removed') && line.includes('"count":1')));
});
