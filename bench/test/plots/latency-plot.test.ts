/** The plot of latency over concurrency. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latencyPlot } from '@countersign/bench/plots/latency-plot';
import { resultOf, runOf, scenarioOf } from '../sample-result.ts';

test('one small plot a scenario, three in a row: three lines with a point for each concurrency', () => {
  const svg = latencyPlot(resultOf(['a', 'b', 'c', 'd'].map((name) => scenarioOf(name))));
  assert.match(svg, /viewBox="0 0 950 480"/);
  assert.equal(svg.match(/<polyline /g)?.length, 4 * 3);
  // Three forms, three points each, and one of each in the legend.
  assert.equal(svg.match(/<circle /g)?.length, 4 * 3 + 1);
});

test('higher is longer: p99 is above p95, and p95 above p50', () => {
  const svg = latencyPlot(resultOf([scenarioOf('a')]));
  const lines = [...svg.matchAll(/<polyline points="([^"]*)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => Number(point.split(',')[1])),
  );
  const [p50 = [], p95 = [], p99 = []] = lines;
  for (const index of [0, 1, 2]) {
    assert.ok((p99[index] ?? 0) < (p95[index] ?? 0) && (p95[index] ?? 0) < (p50[index] ?? 0), `${lines}`);
  }
});

test('one concurrency is drawn too', () => {
  const svg = latencyPlot(resultOf([scenarioOf('a', { runs: [runOf(4, 10, 50)] })]));
  assert.match(svg, />4<\/text>/);
  assert.doesNotMatch(svg, /NaN/);
});

test('the description has all figures', () => {
  const svg = latencyPlot(resultOf([scenarioOf('a')]));
  assert.match(svg, /a: 1 at once p50 5, p95 10, p99 20; 8 at once p50 15, p95 30, p99 60; 32 at once/);
});
