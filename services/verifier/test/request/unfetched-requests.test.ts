/** Requests of issuances wait for the fetch of their wallet, and are prepared where none comes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUnfetchedRequests, WAITS } from '../../src/request/unfetched-requests.ts';

const sessionOf = (id: string) => ({ id, tenant: 'default' });

function world(most?: number) {
  const made = { now: 1_000_000, prepared: [] as string[] };
  const requests = createUnfetchedRequests(
    () => made.now,
    async ({ id, tenant }) => {
      made.prepared.push(`${tenant}/${id}`);
    },
    most,
  );
  const later = async (milliseconds: number): Promise<readonly string[]> => {
    made.now += milliseconds;
    await requests.job.run();
    return made.prepared.splice(0);
  };
  return { requests, later };
}

test('what no wallet has fetched after the wait is prepared, once', async () => {
  const { requests, later } = world();
  assert.ok(requests.wait(sessionOf('a')));
  assert.deepEqual(await later(WAITS - 1), []);
  assert.ok(requests.wait(sessionOf('b')));
  assert.deepEqual(await later(1), ['default/a']);
  assert.deepEqual(await later(WAITS), ['default/b']);
  assert.deepEqual(await later(WAITS), []);
});

test('a fetched request is not prepared again', async () => {
  const { requests, later } = world();
  requests.wait(sessionOf('a'));
  requests.made(sessionOf('a'));
  requests.made(sessionOf('unknown'));
  assert.deepEqual(await later(WAITS), []);
});

test('a further attempt of a session waits anew, behind the others', async () => {
  const { requests, later } = world();
  requests.wait(sessionOf('a'));
  requests.wait(sessionOf('b'));
  await later(WAITS - 1);
  requests.wait(sessionOf('a'));
  assert.deepEqual(await later(1), ['default/b']);
  assert.deepEqual(await later(WAITS - 1), ['default/a']);
});

test('without room the caller prepares the request; a session that waits already has its room', async () => {
  const { requests, later } = world(1);
  assert.ok(requests.wait(sessionOf('a')));
  assert.equal(requests.wait(sessionOf('b')), false);
  assert.ok(requests.wait(sessionOf('a')));
  assert.deepEqual(await later(WAITS), ['default/a']);
  assert.ok(requests.wait(sessionOf('b')));
});

test('a request that can not be prepared holds no other one up, and is tried again behind them', async () => {
  const tried: string[] = [];
  let now = 0;
  let away = true;
  const requests = createUnfetchedRequests(
    () => now,
    async ({ id }) => {
      tried.push(id);
      if (away && id === 'a') throw new Error('the store is away');
    },
  );
  requests.wait(sessionOf('a'));
  requests.wait(sessionOf('b'));
  now += WAITS;
  await assert.rejects(requests.job.run(), /the store is away/);
  assert.deepEqual(tried.splice(0), ['a', 'b']);
  await requests.job.run();
  assert.deepEqual(tried, []);
  away = false;
  now += WAITS;
  await requests.job.run();
  await requests.job.run();
  assert.deepEqual(tried, ['a']);
});

test('a stop prepares all that waits, and ends also where that fails', async () => {
  const tried: string[] = [];
  const requests = createUnfetchedRequests(
    () => 0,
    async ({ id }) => {
      tried.push(id);
      throw new Error('the store is away');
    },
  );
  requests.wait(sessionOf('a'));
  requests.wait(sessionOf('b'));
  await requests.stop();
  assert.deepEqual(tried, ['a', 'b']);
});
