/** Joining the metrics of several processes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinSamples, keptSamples } from '../../src/metrics/joined.ts';
import { createPromMetrics, type PromMetrics, type Samples } from '../../src/metrics/prom.ts';

function worker(value: number): PromMetrics {
  const metrics = createPromMetrics({ service: 'standalone' });
  metrics.watch('countersign_calls_waiting', async () => [{ labels: {}, value }]);
  metrics.watch('countersign_ready', async () => [{ labels: {}, value: value > 0 ? 1 : 0 }]);
  metrics.watch('countersign_outbox_age_seconds', async () => [{ labels: { collection: 'sessions' }, value }]);
  for (let n = 0; n < value; n += 1) {
    metrics.count('countersign_operations_total', { operation: 'issuer.token', outcome: 'ok' });
    metrics.observe('countersign_operation_duration_seconds', { operation: 'issuer.token' }, 0.02);
  }
  return metrics;
}

/** As received over the channel between the processes. */
async function sent(metrics: PromMetrics): Promise<Samples> {
  return JSON.parse(JSON.stringify(await metrics.samples())) as Samples;
}

async function lines(parts: readonly Samples[]): Promise<ReadonlyMap<string, number>> {
  const { body, contentType } = await joinSamples(parts);
  assert.match(contentType, /^text\/plain/);
  return new Map(
    body
      .split('\n')
      .filter((line) => line.startsWith('countersign_'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

const OPERATIONS = 'countersign_operations_total{operation="issuer.token",outcome="ok",service="standalone"}';
const DURATIONS = 'countersign_operation_duration_seconds_count{operation="issuer.token",service="standalone"}';

test('counters, histograms and calls that wait are added up; ages and readiness are the largest', async () => {
  const joined = await lines([await sent(worker(2)), await sent(worker(3))]);
  assert.equal(joined.get(OPERATIONS), 5);
  assert.equal(joined.get(DURATIONS), 5);
  assert.equal(joined.get('countersign_calls_waiting{service="standalone"}'), 5);
  assert.equal(joined.get('countersign_ready{service="standalone"}'), 1);
  assert.equal(joined.get('countersign_outbox_age_seconds{collection="sessions",service="standalone"}'), 3);
});

test('of a process that has ended its counters and histograms stay, and no gauge', async () => {
  const kept = await keptSamples(await keptSamples([], await sent(worker(2))), await sent(worker(4)));
  assert.deepEqual(
    kept.filter(({ type }) => type === 'gauge'),
    [],
  );
  assert.deepEqual(
    kept.filter(({ name }) => !name.startsWith('countersign_')),
    [],
    'nor anything of its process',
  );
  const joined = await lines([kept, await sent(worker(1))]);
  assert.equal(joined.get(OPERATIONS), 7);
  assert.equal(joined.get(DURATIONS), 7);
  assert.equal(joined.get('countersign_calls_waiting{service="standalone"}'), 1);
});

test('a join changes none of its parts', async () => {
  const part = await sent(worker(2));
  const before = JSON.stringify(part);
  await joinSamples([part, part]);
  await keptSamples(part, part);
  assert.equal(JSON.stringify(part), before);
});
