import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { orderedId, timePrefixedBytes } from '../../src/kernel/ordered-id.ts';
import { systemRandom } from '../../src/kernel/random.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
/** All times of a clock until the year 3084. */
const times = fc.integer({ min: 0, max: 32 ** 9 - 1 });

it('ids sort by the time of their creation', () => {
  fc.assert(
    fc.property(times, times, (one, other) => {
      const [a, b] = [orderedId(one, systemRandom), orderedId(other, systemRandom)];
      if (one < other) assert.ok(a < b, `${a} ${b}`);
      if (one > other) assert.ok(a > b, `${a} ${b}`);
    }),
    { seed: 7 },
  );
});

it('ids are 43 characters of base64url, and those of one moment do not repeat', () => {
  const ids = Array.from({ length: 2000 }, () => orderedId(NOW, systemRandom));
  assert.equal(new Set(ids).size, 2000);
  assert.equal(new Set(ids.map((id) => id.slice(9))).size, 2000);
  assert.equal(new Set(ids.map((id) => id.slice(0, 9))).size, 1);
  assert.ok(ids.every((id) => /^[A-Za-z0-9_-]{43}$/.test(id)));
});

it('every character after the time is random', () => {
  const ids = Array.from({ length: 2000 }, () => orderedId(NOW, systemRandom));
  for (let at = 9; at < 43; at += 1) {
    assert.equal(new Set(ids.map((id) => id[at])).size, 64, `character ${at}`);
  }
});

it('time-prefixed bytes share their prefix for 256 milliseconds', () => {
  const head = (now: number): string => timePrefixedBytes(now, 16, systemRandom).subarray(0, 5).toString('hex');
  const begin = NOW - (NOW % 256);
  assert.equal(head(begin), head(begin + 255));
  assert.notEqual(head(begin), head(begin + 256));
  assert.ok(head(begin) < head(begin + 256));
});

it('the rest of time-prefixed bytes is random', () => {
  const made = Array.from({ length: 500 }, () => timePrefixedBytes(NOW, 16, systemRandom));
  assert.equal(new Set(made.map((bytes) => bytes.subarray(5).toString('hex'))).size, 500);
  assert.ok(made.every(({ length }) => length === 16));
});
