/** The plot of the cost by part. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costPlot } from '@countersign/bench/plots/cost-plot';
import { resultOf, scenarioOf } from '../sample-result.ts';

/** The parts of the bars, without the squares of the legend. */
function segments(svg: string): readonly { readonly width: number; readonly title: string }[] {
  return [...svg.matchAll(/width="([\d.]+)" height="18" class="s\d"><title>([^<]*)</g)].map(
    ([, width, title = '']) => ({
      width: Number(width),
      title,
    }),
  );
}

test('a bar has a segment for each part, as wide as its cost', () => {
  const found = segments(costPlot(resultOf([scenarioOf('issuance')])));
  assert.deepEqual(
    found.map(({ title }) => title),
    [
      'cryptography: 0.8 ms',
      'store: 0.5 ms',
      'HTTP: 0.9 ms',
      'JSON: 0.2 ms',
      'garbage collection: 0.25 ms',
      'service code: 0.6 ms',
      'other threads: 0.7 ms',
      'rest: 0.05 ms',
    ],
  );
  const [cryptography, store] = found;
  // A pixel of each is the gap to the next.
  assert.equal(Number((((cryptography?.width ?? 0) + 1) / ((store?.width ?? 0) + 1)).toFixed(2)), 1.6);
});

test('a part without cost has no segment; the total is at the end', () => {
  const none = { cryptography: 0, JSON: 0, 'garbage collection': 0, 'service code': 0, 'other threads': 0, rest: 0 };
  const milliseconds = { ...none, store: 1, HTTP: 1 };
  const svg = costPlot(resultOf([scenarioOf('list', { parts: { concurrency: 8, milliseconds } })]));
  assert.equal(segments(svg).length, 2);
  assert.match(svg, />2 ms<\/text>/);
  assert.match(svg, /list: 2 ms, of it cryptography 0, store 1, HTTP 1/);
});

test('scenarios without a profile are left out; a result without any has no plot', () => {
  const svg = costPlot(resultOf([scenarioOf('issuance'), scenarioOf('other', { parts: undefined })]));
  assert.doesNotMatch(svg, />other</);
  assert.throws(() => costPlot(resultOf([scenarioOf('other', { parts: undefined })])), /no profile/);
});
