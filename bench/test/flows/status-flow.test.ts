/** Which status a call of the scenario `revoke` sets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listOf, revokeLoad, statusOf } from '@countersign/bench/flows/status-flow';
import type { Call } from '@countersign/bench/load/closed-loop';

test('every session is revoked before any becomes valid again, so that each call changes something', () => {
  const statuses = Array.from({ length: 9 }, (_, call) => statusOf(call, 3));
  assert.deepEqual(statuses, [1, 1, 1, 0, 0, 0, 1, 1, 1]);
});

test('a second run continues where the first one ended', async () => {
  const set: string[] = [];
  const call: Call<'status'> = async (_step, _method, _path, _expected, request) => {
    const { sessionId, status } = JSON.parse(request?.body ?? '');
    set.push(`${sessionId}${status}`);
  };
  const server = {
    url: '',
    apiKey: '',
    cpu: () => 0,
    memory: () => ({ all: 0, own: 0, mapped: 0 }),
    stop: async () => undefined,
  };
  const { flow } = revokeLoad(server, ['a', 'b']);
  // A flow's number starts at 0 in each run.
  for (const number of [0, 1, 2, 0, 1]) await flow(call, number);
  assert.deepEqual(set, ['a1', 'b1', 'a0', 'b0', 'a1']);
});

test('the list of a credential', () => {
  const payload = { status: { status_list: { uri: 'https://issuer.example/list', idx: 3 } } };
  const credential = `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.x~disclosure~`;
  assert.equal(listOf(credential), 'https://issuer.example/list');
});
