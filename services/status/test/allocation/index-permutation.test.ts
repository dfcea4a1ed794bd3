import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexPermutation } from '../../src/allocation/index-permutation.ts';

const key = Buffer.alloc(32, 1);
const SIZE = 2 ** 20;

function indexes(size: number, count: number, ofKey = key): number[] {
  const indexOf = indexPermutation(ofKey, size);
  return Array.from({ length: count }, (_, position) => indexOf(position));
}

test('every index of a list occurs exactly once, also for sizes that are no powers', () => {
  for (const size of [1, 2, 8, 24, 64, 1000, 1024, 4096]) {
    assert.deepEqual(
      indexes(size, size).sort((a, b) => a - b),
      Array.from({ length: size }, (_, i) => i),
      String(size),
    );
  }
});

test('the first ten thousand indexes of a full list differ and are within the list', () => {
  const made = indexes(SIZE, 10_000);
  assert.equal(new Set(made).size, 10_000);
  assert.ok(made.every((index) => index >= 0 && index < SIZE));
});

test('each list has its own order, which is deterministic', () => {
  assert.deepEqual(indexes(SIZE, 100), indexes(SIZE, 100));
  const other = indexes(SIZE, 100, Buffer.alloc(32, 2));
  assert.ok(indexes(SIZE, 100).filter((index, i) => index === other[i]).length < 3);
});

test('a position keeps its index for ever: lists are continued after an update of the software', () => {
  const large = indexPermutation(key, SIZE);
  assert.deepEqual([0, 1, 2, 3, 255, SIZE - 1].map(large), [27_109, 868_316, 236_583, 611_764, 78_460, 997_507]);
  const odd = indexPermutation(key, 1000);
  assert.deepEqual([0, 1, 2, 3, 999].map(odd), [282, 786, 511, 232, 882]);
});

test('known values of a round give the same indexes as computed ones', () => {
  const first = indexPermutation(key, 4096);
  const all = Array.from({ length: 4096 }, (_, position) => first(position));
  const again = Array.from({ length: 4096 }, (_, position) => first(position));
  const alone = Array.from({ length: 4096 }, (_, position) => indexPermutation(key, 4096)(position));
  assert.deepEqual(again, all);
  assert.deepEqual(alone, all);
});

test('index and order do not correlate (fixed key, so the figures are fixed)', () => {
  const made = indexes(SIZE, 2000);
  assert.ok(
    Math.abs(
      correlation(
        made,
        made.map((_, i) => i),
      ),
    ) < 0.05,
    'rank and time',
  );
  assert.ok(Math.abs(correlation(made.slice(1), made.slice(0, -1))) < 0.05, 'neighbours');
  // runs up and down: (2n - 1) / 3 expected, with a variance of (16n - 29) / 90
  let runs = 1;
  for (let i = 2; i < made.length; i += 1) {
    const turned = at(made, i) > at(made, i - 1) !== at(made, i - 1) > at(made, i - 2);
    runs += turned ? 1 : 0;
  }
  const n = made.length;
  assert.ok(Math.abs(runs - (2 * n - 1) / 3) < 3 * Math.sqrt((16 * n - 29) / 90), `${runs} runs`);
  const strides = new Set(made.slice(1).map((index, i) => index - at(made, i)));
  assert.ok(strides.size > 1900, 'no constant stride');
});

test('positions outside the list are refused', () => {
  const indexOf = indexPermutation(key, 8);
  for (const position of [-1, 8, 0.5, Number.NaN]) assert.throws(() => indexOf(position), RangeError);
});

function at(list: readonly number[], i: number): number {
  return list[i] ?? Number.NaN;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [ma, mb] = [mean(a), mean(b)];
  const product = (x: readonly number[], mx: number, y: readonly number[], my: number): number =>
    x.reduce((sum, value, i) => sum + (value - mx) * (at(y, i) - my), 0);
  return product(a, ma, b, mb) / Math.sqrt(product(a, ma, a, ma) * product(b, mb, b, mb));
}
