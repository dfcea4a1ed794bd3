/** The plot of flows a second. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { throughputPlot } from '@countersign/bench/plots/throughput-plot';
import { resultOf, runOf, scenarioOf } from '../sample-result.ts';

const result = resultOf([
  scenarioOf('slow', { runs: [runOf(1, 12, 100), runOf(8, 40, 200)] }),
  scenarioOf('fast', { runs: [runOf(1, 900, 2), runOf(8, 8140, 5)] }),
]);

test('a point for each run, and its figures at the end of the row', () => {
  const svg = throughputPlot(result);
  assert.equal(svg.match(/<circle /g)?.length, 2 + 1);
  assert.match(svg, />12 \/ 40<\/text>/);
  assert.match(svg, />900 \/ 8,140<\/text>/);
  assert.match(svg, /fast: 900 a second with 1 at once, 8,140 a second with 8 at once\./);
});

test('the axis has powers of ten around all rates, and more is further right', () => {
  const svg = throughputPlot(result);
  for (const tick of ['10', '100', '1,000', '10,000']) assert.ok(svg.includes(`>${tick}</text>`), tick);
  const places = [...svg.matchAll(/<circle cx="([\d.]+)"/g)].map(([, x]) => Number(x)).slice(1);
  assert.ok((places[0] ?? 0) < (places[1] ?? 0), `${places}`);
});

test('scenarios may have other numbers of flows at once', () => {
  const other = resultOf([scenarioOf('a', { runs: [runOf(4, 5, 9)] }), scenarioOf('b', { runs: [runOf(2, 5, 9)] })]);
  const svg = throughputPlot(other);
  assert.ok(svg.indexOf('>2 at once<') < svg.indexOf('>4 at once<'));
});
