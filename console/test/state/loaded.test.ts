import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../src/api/problem.ts';
import { type Loaded, loaded } from '../../src/state/loaded.ts';

test('a later failure keeps the value and says since when it is stale; a success ends that', async () => {
  let [now, answer] = [1000, async (): Promise<string> => 'first'];
  const resource = loaded(() => answer(), { now: () => now });
  assert.equal(resource.peek().state, 'loading');
  await resource.reload();
  assert.deepEqual(resource.peek(), { state: 'ready', value: 'first' });
  answer = async () => {
    throw new TypeError('away');
  };
  now = 2000;
  await resource.reload();
  await resource.reload();
  const stale = resource.peek() as Loaded<string>;
  assert.deepEqual(
    [stale.state, stale.value, stale.problem?.code, stale.state === 'stale' && stale.at],
    ['stale', 'first', 'no_answer', 1000],
  );
  answer = async () => 'second';
  await resource.reload();
  assert.deepEqual(resource.value, { state: 'ready', value: 'second' });
  resource.close();
});

test('without a value before, a failure is a failure; what is refused is not shown any longer', async () => {
  const gone = new Problem({ status: 404, code: 'not_found', detail: 'x' });
  let fails = true;
  const resource = loaded(async () => {
    if (fails) throw gone;
    return 1;
  });
  await resource.reload();
  assert.deepEqual(resource.value, { state: 'failed', problem: gone });
  fails = false;
  await resource.reload();
  fails = true;
  await resource.reload();
  assert.equal(resource.value.state, 'failed');
});

test('an answer of a read that was given up changes nothing', async () => {
  const waiting: ((value: string) => void)[] = [];
  const resource = loaded(() => new Promise<string>((resolve) => waiting.push(resolve)));
  const second = resource.reload();
  waiting[1]?.('new');
  waiting[0]?.('old');
  await second;
  assert.deepEqual(resource.value, { state: 'ready', value: 'new' });
  const third = resource.reload();
  resource.set('changed');
  waiting[2]?.('late');
  await third;
  assert.deepEqual(resource.value, { state: 'ready', value: 'changed' });
});

test('a read that failed is tried again until it succeeds; one that was refused is not', async () => {
  const answers = [500, 503, 429, 200, 404];
  let reads = 0;
  const resource = loaded(
    async () => {
      reads += 1;
      const status = answers.shift() ?? 0;
      if (status !== 200) throw new Problem({ status, code: 'x', detail: 'x' });
      return reads;
    },
    { retry: 1 },
  );
  await new Promise<void>((resolve) => {
    resource.subscribe(({ state }) => state === 'ready' && resolve());
  });
  assert.equal(reads, 4);
  await resource.reload();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(resource.value.state, 'failed');
  assert.equal(reads, 5);
});

test('after its end a resource reads nothing', async () => {
  let reads = 0;
  const resource = loaded(
    async () => {
      reads += 1;
      throw new TypeError('away');
    },
    { retry: 1 },
  );
  await resource.reload();
  resource.close();
  const before = reads;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(reads, before);
});
