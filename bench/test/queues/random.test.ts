import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exponential, serviceTime } from '@countersign/bench/queues/random';
import { seeded } from '@countersign/test/fault/seeded';

test('times between arrivals and times of service have the mean that was asked for', () => {
  const next = seeded(1);
  const mean = (time: () => number): number => {
    let sum = 0;
    for (let n = 0; n < 100_000; n += 1) sum += time();
    return sum / 100_000;
  };
  assert.ok(Math.abs(mean(() => exponential(4, next)) - 4) < 0.05);
  assert.ok(Math.abs(mean(() => serviceTime(4, next)) - 4) < 0.05);
});

test('half of a time of service is certain', () => {
  const next = seeded(3);
  for (let n = 0; n < 1000; n += 1) assert.ok(serviceTime(4, next) >= 2);
});
