import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Choices, planFor, planLists, replicasFor } from '@countersign/bench/scaling/plan';
import { sample } from './measured-sample.ts';

const choices: Choices = {
  ...{ utilisation: 0.5, spare: 1, webhook: 0.2, webhooksAtOnce: 4 },
  ...{ daysKept: { sessions: 10 }, storeFactor: 2 },
};

test('replicas: CPU over the share of a core, and the spare ones', () => {
  assert.equal(replicasFor(100, 9, choices), 3);
  assert.equal(replicasFor(1000, 9, choices), 19);
  assert.equal(replicasFor(1, 0.1, choices), 2);
});

test('a rate needs replicas, cores, operations, bandwidth and space in proportion', () => {
  const plan = planFor(sample, 'issuance', 1000, choices);
  assert.deepEqual(plan.replicas, { gateway: 9, issuer: 19, verifier: 2, status: 3, 'webhook-dispatcher': 51 });
  assert.equal(plan.cores, 15.5);
  assert.deepEqual([plan.storeReads, plan.storeWrites, plan.events], [9000, 6000, 3000]);
  assert.deepEqual([plan.received, plan.sent], [80, 160]);
  // 4000 bytes * 2 * 1000 a second * 86,400 * 10 days, and 250 bytes * 2 * 1000 * 86,400 * 365.
  assert.equal(plan.kept, 6912);
  assert.equal(Math.round(plan.keptForGood), 15_768);
});

test('as many partitions as dispatchers, and never fewer than the default', () => {
  assert.equal(planFor(sample, 'issuance', 10, choices).partitions, 12);
  assert.equal(planFor(sample, 'issuance', 1000, choices).partitions, 51);
});

test('credentials need lists, entries and memory', () => {
  const plan = planLists(sample, 1_000_000_000, choices, 20_000);
  assert.equal(plan.lists, 954);
  assert.equal(plan.entries, 500);
  assert.equal(Math.round(plan.memory), 144);
});

test('a point that was not measured is an error', () => {
  assert.throws(() => planFor(sample, 'presentation', 100, choices), /five services, presentation with 32 clients/);
});
