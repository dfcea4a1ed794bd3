import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Progress } from '../../../src/bus/kafka/progress.ts';

describe('Progress', () => {
  it('advances only over messages that are done without a gap', () => {
    const progress = new Progress();
    assert.equal(progress.position, undefined);
    const [first, second, third] = [7n, 8n, 9n].map((offset) => progress.received(offset, 10));
    assert.ok(first && second && third);
    assert.equal(progress.position, 7n);
    progress.done(second);
    assert.deepEqual([progress.position, progress.size, progress.bytes], [7n, 3, 20]);
    progress.done(first);
    assert.deepEqual([progress.position, progress.size, progress.bytes], [9n, 1, 10]);
    progress.done(third);
    assert.deepEqual([progress.position, progress.size, progress.bytes], [10n, 0, 0]);
  });

  it('accepts gaps between offsets, which a log may have', () => {
    const progress = new Progress();
    const entries = [3n, 7n, 20n].map((offset) => progress.received(offset, 1));
    for (const entry of entries.slice(0, 2)) progress.done(entry);
    assert.equal(progress.position, 8n);
  });

  it('never passes an unfinished message, in whatever order messages end', () => {
    const orders = fc.integer({ min: 1, max: 40 }).chain((length) =>
      fc
        .shuffledSubarray(
          Array.from({ length }, (_, i) => i),
          { minLength: 0, maxLength: length },
        )
        .map((order) => ({ length, order })),
    );
    fc.assert(
      fc.property(orders, ({ length, order }) => {
        const progress = new Progress();
        const entries = Array.from({ length }, (_, i) => progress.received(BigInt(i), 1));
        const done = new Set<number>();
        for (const index of order) {
          const entry = entries[index];
          assert.ok(entry);
          progress.done(entry);
          done.add(index);
          let expected = 0;
          while (done.has(expected)) expected += 1;
          assert.equal(progress.position, BigInt(expected));
          assert.equal(progress.size, length - expected);
          assert.equal(progress.bytes, length - done.size);
        }
      }),
    );
  });
});
