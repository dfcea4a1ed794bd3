import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthLine, growthOf, growthViolations, type Sample, sampleOf } from './growth.ts';

/** Half an hour of samples, one each half minute. @param of the memory at a minute */
function samplesOf(of: (minute: number) => number, handles: (minute: number) => number = () => 40): readonly Sample[] {
  return Array.from({ length: 61 }, (_, index) => index / 2).map((minute) => ({
    at: minute * 60_000,
    pid: 7,
    memory: of(minute),
    handles: handles(minute),
  }));
}

test('memory that only varies does not grow, nor does that of the first minutes', () => {
  const caches = (minute: number): number => Math.min(minute, 5) * 20;
  const growth = growthOf(samplesOf((minute) => 80 + caches(minute) + (minute % 2) * 5));
  assert.deepEqual(growthViolations(growth), []);
  assert.equal(growth.length, 1);
  assert.match(
    growth.map(growthLine).join(),
    /^memory from 18\d MB to 180 MB \(-?0\.\d\d % a minute\), handles from 40 to 40 \(0\.00 % a minute\)$/,
  );
});

test('memory and handles that grow are violations, by more than a percent a minute', () => {
  const leak = growthViolations(growthOf(samplesOf((minute) => 100 + 3 * minute)));
  assert.equal(leak.length, 1);
  assert.match(leak.join(), /^The memory of process 7 grows: from 115 to 190 \(1\.9\d % a minute\)$/);
  assert.deepEqual(growthViolations(growthOf(samplesOf((minute) => 100 + minute / 2))), []);
  const handles = growthViolations(
    growthOf(
      samplesOf(
        () => 100,
        (minute) => 40 + minute,
      ),
    ),
  );
  assert.match(handles.join(), /^The handles of process 7 grow/);
});

test('each process has a trend of its own', () => {
  const other = samplesOf((minute) => 50 + 5 * minute).map((sample) => ({ ...sample, pid: 8 }));
  const growth = growthOf([...samplesOf(() => 100), ...other]);
  assert.deepEqual(
    growth.map(({ pid }) => pid),
    [7, 8],
  );
  assert.match(growthViolations(growth).join(), /^The memory of process 8/);
});

test('a sample has the memory and handles of a process', { skip: process.platform !== 'linux' }, () => {
  const { memory, handles, ...rest } = sampleOf(process.pid, 5);
  assert.deepEqual(rest, { at: 5, pid: process.pid });
  assert.ok(memory > 1 && handles > 2);
});
