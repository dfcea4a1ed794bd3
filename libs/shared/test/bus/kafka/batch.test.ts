import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { byTopic, nextBatch, type Waiting } from '../../../src/bus/kafka/batch.ts';

function waiting(topic: string, ...values: readonly string[]): Waiting {
  return { topic, messages: values.map((value) => ({ key: 'k', value })) };
}

const [a, b, c] = [waiting('a', '1', '2'), waiting('b', '3'), waiting('a', '4')];

describe('nextBatch', () => {
  it('takes all topics together', () => {
    assert.deepEqual(nextBatch([a, b, c], new Set(), 10), [a, b, c]);
    assert.deepEqual(nextBatch([], new Set(), 10), []);
  });

  it('ends before there are too many, but takes one entry at least', () => {
    assert.deepEqual(nextBatch([a, b, c], new Set(), 3), [a, b]);
    assert.deepEqual(nextBatch([a, b, c], new Set(), 1), [a]);
  });

  it('lets nothing overtake that did not fit any more', () => {
    const large = waiting('a', '5', '6', '7');
    assert.deepEqual(nextBatch([b, large, c], new Set(), 3), [b]);
  });

  it('keeps a topic that failed from the others, and takes it alone when it is its turn', () => {
    assert.deepEqual(nextBatch([b, a, c], new Set(['a']), 10), [b]);
    assert.deepEqual(nextBatch([a, b, c], new Set(['a']), 10), [a, c]);
    assert.deepEqual(nextBatch([a, b, c], new Set(['a', 'b']), 10), [a, c]);
  });

  it('sends everything in the end, each topic in order', () => {
    const entry = fc.record({ topic: fc.constantFrom('a', 'b', 'c'), size: fc.integer({ min: 1, max: 5 }) });
    const some = fc.subarray(['a', 'b', 'c']);
    fc.assert(
      fc.property(fc.array(entry), some, fc.integer({ min: 1, max: 8 }), (entries, failed, most) => {
        let n = 0;
        let left = entries.map(({ topic, size }) => waiting(topic, ...Array.from({ length: size }, () => `${n++}`)));
        const all = left;
        const sent: Waiting[] = [];
        while (left.length > 0) {
          const batch = nextBatch(left, new Set(failed), most);
          assert.ok(batch.length > 0);
          sent.push(...batch);
          left = left.filter((one) => !batch.includes(one));
        }
        for (const topic of ['a', 'b', 'c']) {
          const of = (list: readonly Waiting[]): readonly Waiting[] => list.filter((one) => one.topic === topic);
          assert.deepEqual(of(sent), of(all));
        }
      }),
    );
  });
});

it('byTopic joins the messages of a topic in order', () => {
  assert.deepEqual(byTopic([a, b, c]), [waiting('a', '1', '2', '4'), waiting('b', '3')]);
  assert.deepEqual(a, waiting('a', '1', '2'), 'the entries stay as they are');
});
