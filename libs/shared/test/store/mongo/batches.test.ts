import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import { type BatchesOptions, createBatches } from '../../../src/store/mongo/batches.ts';

type Run = BatchesOptions<number, number>['run'];

/** Batches that the test ends. */
function held(options: Partial<BatchesOptions<number, number>> = {}) {
  const begun: { readonly items: readonly number[]; readonly end: () => void; readonly fail: () => void }[] = [];
  const run: Run = (items) =>
    new Promise((resolve, reject) => {
      begun.push({ items, end: () => resolve(items.map((item) => item * 2)), fail: () => reject(new Error('failed')) });
    });
  const ask = createBatches({ run, most: 3, patience: 10, atOnce: 2, ...options });
  return { ask, begun, items: () => begun.map(({ items }) => items) };
}

/** Lets all turns of the event loop pass that are due. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function stillTimers(t: TestContext): void {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
}

test('what begins in one turn, or while a batch is under way, goes together', async (t) => {
  stillTimers(t);
  const { ask, begun, items } = held();
  const first = Promise.all([ask(1), ask(2)]);
  await turns();
  const second = Promise.all([ask(3), ask(4)]);
  await turns();
  assert.deepEqual(items(), [[1, 2]]);
  begun[0]?.end();
  assert.deepEqual(await first, [2, 4]);
  await turns();
  assert.deepEqual(items(), [
    [1, 2],
    [3, 4],
  ]);
  begun[1]?.end();
  assert.deepEqual(await second, [6, 8]);
});

test('a full batch does not wait, and one that hangs is waited for no longer than the patience; at most so many at once', async (t) => {
  stillTimers(t);
  const { ask, begun, items } = held();
  const all = [1, 2, 3, 4].map(ask);
  await turns();
  assert.deepEqual(items(), [[1, 2, 3]]);
  mock.timers.tick(9);
  await turns();
  assert.equal(begun.length, 1);
  mock.timers.tick(1);
  await turns();
  assert.deepEqual(items(), [[1, 2, 3], [4]]);
  all.push(...[5, 6, 7, 8].map(ask));
  await turns();
  mock.timers.tick(10);
  await turns();
  assert.equal(begun.length, 2, 'two hang');
  begun[1]?.end();
  await turns();
  assert.deepEqual(items().slice(2), [[5, 6, 7]]);
  for (const { end } of begun) end();
  await turns();
  for (const { end } of begun) end();
  assert.deepEqual(await Promise.all(all), [2, 4, 6, 8, 10, 12, 14, 16]);
});

test('a batch that fails fails those that it holds, and no other', async () => {
  const { ask, begun } = held();
  const failing = [ask(1), ask(2)];
  await turns();
  const next = ask(3);
  begun[0]?.fail();
  for (const one of failing) await assert.rejects(one, /failed/);
  await turns();
  begun[1]?.end();
  assert.equal(await next, 6);
});
