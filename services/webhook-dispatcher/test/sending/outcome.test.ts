import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTargetFailure, outcomeOf } from '../../src/sending/outcome.ts';

const NOW = Date.UTC(2030, 0, 1, 12, 0, 0);

test('2xx is delivered, 410 ends the delivery, everything else is retried', () => {
  for (const status of [200, 201, 202, 204, 299]) assert.deepEqual(outcomeOf({ status }, NOW), { kind: 'delivered' });
  assert.deepEqual(outcomeOf({ status: 410 }, NOW), { kind: 'dead', reason: 'gone' });
  for (const status of [300, 301, 302, 307, 308, 399]) {
    assert.deepEqual(outcomeOf({ status }, NOW), { kind: 'retry', error: 'redirect' });
  }
  for (const status of [400, 401, 403, 404, 409, 429, 500, 502, 503, 599]) {
    assert.deepEqual(outcomeOf({ status }, NOW), { kind: 'retry', error: 'status' });
  }
  assert.deepEqual(outcomeOf({ error: 'timeout' }, NOW), { kind: 'retry', error: 'timeout' });
});

test('Retry-After of 429 and 503 is honoured, within bounds', () => {
  const after = (status: number, retryAfter: string): number | undefined => {
    const outcome = outcomeOf({ status, retryAfter }, NOW);
    return outcome.kind === 'retry' ? outcome.after : undefined;
  };
  assert.equal(after(429, '120'), 120_000);
  assert.equal(after(503, '0'), 0);
  assert.equal(after(503, 'Tue, 01 Jan 2030 12:01:00 GMT'), 60_000);
  assert.equal(after(503, 'Tue, 01 Jan 2030 11:00:00 GMT'), 0);
  assert.equal(after(429, '999999999'), 3_600_000);
  assert.equal(after(500, '120'), undefined);
  for (const text of ['', 'soon', '-5x', '1e400']) assert.equal(after(429, text), undefined, text);
});

test('which results count as a failure of the target', () => {
  for (const result of [{ status: 500 }, { status: 429 }, { error: 'refused' }, { error: 'timeout' }] as const) {
    assert.ok(isTargetFailure(result));
  }
  for (const result of [{ status: 200 }, { status: 302 }, { status: 404 }, { error: 'aborted' }] as const) {
    assert.ok(!isTargetFailure(result));
  }
});
