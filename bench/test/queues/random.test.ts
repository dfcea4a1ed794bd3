import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exponential, seededNumbers, serviceTime } from '@countersign/bench/queues/random';

test('the same seed gives the same numbers, another seed others', () => {
  const [one, same, other] = [seededNumbers(7), seededNumbers(7), seededNumbers(8)];
  const first = [one(), one(), one()];
  assert.deepEqual([same(), same(), same()], first);
  assert.notDeepEqual([other(), other(), other()], first);
  assert.ok(first.every((number) => number >= 0 && number < 1));
});

test('times between arrivals and times of service have the mean that was asked for', () => {
  const next = seededNumbers(1);
  const mean = (time: () => number): number => {
    let sum = 0;
    for (let n = 0; n < 100_000; n += 1) sum += time();
    return sum / 100_000;
  };
  assert.ok(Math.abs(mean(() => exponential(4, next)) - 4) < 0.05);
  assert.ok(Math.abs(mean(() => serviceTime(4, next)) - 4) < 0.05);
});

test('half of a time of service is certain', () => {
  const next = seededNumbers(3);
  for (let n = 0; n < 1000; n += 1) assert.ok(serviceTime(4, next) >= 2);
});
