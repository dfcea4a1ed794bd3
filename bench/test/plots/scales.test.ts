/** Scales and ticks of plots. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryScale, figure, linearScale, linearTicks, logScale, logTicks } from '@countersign/bench/plots/scales';

test('a linear scale begins with 0 and ends with the most, in either direction', () => {
  const down = linearScale(50, { from: 200, to: 100 });
  assert.deepEqual([down(0), down(25), down(50)], [200, 150, 100]);
  assert.equal(linearScale(0, { from: 10, to: 20 })(0), 10);
});

test('a logarithmic scale gives each power the same width, and draws what is below it at its begin', () => {
  const x = logScale(1, 1000, { from: 0, to: 300 });
  assert.deepEqual(
    [1, 10, 100, 1000, 0.1].map((value) => Math.round(x(value))),
    [0, 100, 200, 300, 0],
  );
  assert.throws(() => logScale(0, 10, { from: 0, to: 1 }), /No logarithmic scale/);
  assert.throws(() => logScale(10, 10, { from: 0, to: 1 }), /No logarithmic scale/);
});

test('categories are in the middle of their shares', () => {
  const x = categoryScale(3, { from: 0, to: 30 });
  assert.deepEqual([x(0), x(1), x(2)], [5, 15, 25]);
});

for (const [most, ticks] of [
  [100, [0, 50, 100]],
  [7, [0, 2, 4, 6, 8]],
  [0.3, [0, 0.1, 0.2, 0.3]],
  [1, [0, 0.5, 1]],
  [999, [0, 500, 1000]],
  [0, [0, 1]],
] as const) {
  test(`round ticks up to ${most}`, () => assert.deepEqual(linearTicks(most), ticks));
}

test('ticks never end below the most', () => {
  for (let most = 0.013; most < 10_000; most *= 1.7) {
    const ticks = linearTicks(most);
    assert.ok((ticks.at(-1) ?? 0) >= most * 0.999999 && ticks.length >= 2 && ticks.length <= 8, `${most}: ${ticks}`);
  }
});

test('powers of ten around the figures, two at least', () => {
  assert.deepEqual(logTicks(13, 8140), [10, 100, 1000, 10_000]);
  assert.deepEqual(logTicks(10, 10), [10, 100]);
  assert.deepEqual(logTicks(0.2, 3), [0.1, 1, 10]);
});

test('figures have at most three significant digits', () => {
  assert.deepEqual([0, 0.1234, 5.288, 82.04, 8140, 12_345].map(figure), [
    '0',
    '0.123',
    '5.29',
    '82',
    '8,140',
    '12,300',
  ]);
});
