import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createArrivals, type Following } from '../../src/bus/arrivals.ts';

function withTimers(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const woken: string[] = [];
  const wait = (following: Following, name: string, milliseconds = 1000, signal?: AbortSignal) =>
    following.next(milliseconds, signal).then(() => woken.push(name));
  return { ...createArrivals(), woken, wait };
}

test('news wake all who follow this key, and nobody else', async (t) => {
  const { arrived, follow, woken, wait } = withTimers(t);
  const waiting = [wait(follow('a'), 'first'), wait(follow('a'), 'second')];
  const other = wait(follow('b'), 'other');
  arrived('a');
  await Promise.all(waiting);
  assert.deepEqual(woken, ['first', 'second']);
  t.mock.timers.tick(1000);
  await other;
});

test('without news a wait ends with its time', async (t) => {
  const { follow, woken, wait } = withTimers(t);
  const waiting = wait(follow('a'), 'late', 25);
  t.mock.timers.tick(24);
  await Promise.resolve();
  assert.deepEqual(woken, []);
  t.mock.timers.tick(1);
  await waiting;
  assert.deepEqual(woken, ['late']);
});

test('news that come between two waits end the next one at once, and only that one', async (t) => {
  const { arrived, follow, woken, wait } = withTimers(t);
  const following = follow('a');
  arrived('a');
  arrived('a');
  await wait(following, 'first');
  const second = wait(following, 'second');
  await Promise.resolve();
  assert.deepEqual(woken, ['first']);
  arrived('a');
  await second;
  assert.deepEqual(woken, ['first', 'second']);
});

test('news from before the first call of follow, and after the end, wake nobody', async (t) => {
  const { arrived, follow, woken, wait } = withTimers(t);
  arrived('a');
  const [ended, following] = [follow('a'), follow('a')];
  ended.end();
  const waiting = [wait(ended, 'ended'), wait(following, 'following')];
  await Promise.resolve();
  assert.deepEqual(woken, []);
  arrived('a');
  await waiting[1];
  assert.deepEqual(woken, ['following']);
  following.end();
  arrived('a');
  t.mock.timers.tick(1000);
  await waiting[0];
  assert.deepEqual(woken, ['following', 'ended']);
});

test('a signal ends the wait, also one that is aborted already, and nothing listens to it afterwards', async (t) => {
  const { follow, woken, wait } = withTimers(t);
  const following = follow('a');
  const over = new AbortController();
  let listening = 0;
  t.mock.method(over.signal, 'addEventListener', function (this: AbortSignal, ...of: [string, () => void]) {
    listening += 1;
    return AbortSignal.prototype.addEventListener.apply(this, of);
  });
  t.mock.method(over.signal, 'removeEventListener', function (this: AbortSignal, ...of: [string, () => void]) {
    listening -= 1;
    return AbortSignal.prototype.removeEventListener.apply(this, of);
  });
  const early = wait(following, 'time', 5, over.signal);
  t.mock.timers.tick(5);
  await early;
  assert.equal(listening, 0);
  const waiting = wait(following, 'aborted', 1000, over.signal);
  over.abort();
  await waiting;
  await wait(following, 'again', 1000, over.signal);
  assert.deepEqual([woken, listening], [['time', 'aborted', 'again'], 0]);
});
