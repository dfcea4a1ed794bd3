import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Histogram, Registry } from 'prom-client';
import { createHistogram } from '../../src/metrics/histogram.ts';

const options = { name: 'seconds', help: 'Time of a step', labelNames: ['step'], buckets: [0.1, 1, 10] };
const observed = [
  ['a', 0.05],
  ['a', 0.1],
  ['b', 0.5],
  ['a', 1.01],
  ['b', 10],
  ['b', 11],
  ['b', 0],
] as const;

async function textOf(metric: unknown): Promise<string> {
  const registry = new Registry();
  registry.registerMetric(metric as Histogram);
  return registry.metrics();
}

test('the text is that of a histogram of prom-client, but for the order of labels', async () => {
  const own = createHistogram(options);
  const theirs = new Histogram({ ...options, registers: [] });
  for (const [step, value] of observed) {
    own.observe({ step }, value);
    theirs.observe({ step }, value);
  }
  const sorted = (text: string): string =>
    text.replaceAll(/\{(.*)\}/g, (_, labels: string) => `{${labels.split(',').sort().join(',')}}`);
  assert.equal(sorted(await textOf(own)), sorted(await textOf(theirs)));
});

test('a value that equals a bound is in its bucket', async () => {
  const histogram = createHistogram(options);
  histogram.observe({ step: 'a' }, 0.1);
  const [first] = (await histogram.get()).values;
  assert.deepEqual(first, { labels: { le: 0.1, step: 'a' }, value: 1, metricName: 'seconds_bucket' });
});

test('without an observation there is no sample', async () => {
  assert.deepEqual((await createHistogram(options).get()).values, []);
});

test('what is no number is not observed', () => {
  const histogram = createHistogram(options);
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => histogram.observe({ step: 'a' }, value), TypeError);
  }
});
