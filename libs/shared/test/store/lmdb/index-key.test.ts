import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { encodeKey, firstKeyAfter, firstKeyAfterType, firstKeyOfType } from '../../../src/store/lmdb/index-key.ts';
import type { IndexValue } from '../../../src/store/port.ts';

type Value = IndexValue | undefined;

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  // The bytes that have a meaning in keys.
  fc.string({ unit: fc.constantFrom('\u0000', '\u0001', '\u0005', '\u0006', '\u0010', 'a'), maxLength: 5 }),
);
const number = fc.double({ noNaN: true }).map((value) => value + 0);
const value: fc.Arbitrary<Value> = fc.oneof(fc.constant(undefined), fc.boolean(), number, text);

const classOf = (one: Value): number => ['undefined', 'boolean', 'number', 'string'].indexOf(typeof one);

/** The order that the keys must have. */
function compareValues(a: Value, b: Value): number {
  if (typeof a !== typeof b) return classOf(a) - classOf(b);
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a === b ? 0 : Number(a) < Number(b) ? -1 : 1;
}

function compareLists(a: readonly Value[], b: readonly Value[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

describe('index keys', () => {
  it('sort as the values that they encode, and are equal for equal values only', () => {
    const list = fc.array(value, { maxLength: 3 });
    fc.assert(
      fc.property(list, list, (a, b) => {
        assert.equal(Math.sign(encodeKey(a).compare(encodeKey(b))), Math.sign(compareLists(a, b)));
      }),
      { numRuns: 2000, seed: 8 },
    );
    assert.notDeepEqual(encodeKey(['a\u0000\u0005b', 'c']), encodeKey(['a', 'b\u0000\u0005c']));
  });

  it('that begin with a list of values, and no others, lie between its key and the first key after it', () => {
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 2 }),
        fc.array(value, { minLength: 1, maxLength: 3 }),
        (head, other) => {
          const prefix = encodeKey(head);
          const within = (key: Buffer): boolean => key.compare(prefix) >= 0 && key.compare(firstKeyAfter(prefix)) < 0;
          assert.ok(within(encodeKey([...head, ...other])));
          const begins = other.length > head.length && compareLists(other.slice(0, head.length), head) === 0;
          const same = compareLists(other, head) === 0;
          assert.equal(within(encodeKey(other)), begins || same);
        },
      ),
      { numRuns: 2000, seed: 9 },
    );
  });

  it('are the same with the beginning encoded before, and share no bytes with the next key', () => {
    const list = fc.array(value, { maxLength: 3 });
    fc.assert(
      fc.property(list, list, (head, rest) => {
        const whole = encodeKey([...head, ...rest]);
        assert.deepEqual(encodeKey(rest, encodeKey(head)), whole);
        const before = whole.toString('hex');
        encodeKey(['another key']);
        assert.equal(whole.toString('hex'), before);
      }),
      { numRuns: 500, seed: 11 },
    );
    assert.throws(() => encodeKey(['y'], Buffer.alloc(1978)), RangeError);
  });

  it('of one type lie between the first key of the type and the first key after it', () => {
    const prefix = encodeKey(['p']);
    const bound = value.filter((one): one is IndexValue => one !== undefined);
    fc.assert(
      fc.property(bound, value, (one, other) => {
        const key = encodeKey(['p', other]);
        const within = key.compare(firstKeyOfType(prefix, one)) >= 0 && key.compare(firstKeyAfterType(prefix, one)) < 0;
        assert.equal(within, typeof one === typeof other);
      }),
      { numRuns: 1000, seed: 10 },
    );
  });

  it('of long strings are short, differ for different strings, and keep the order of their beginnings', () => {
    const long = 'ä'.repeat(3000);
    const keys = [`${long}1`, `${long}2`, `${long}1\u0000`, long, `b${long}`, `${'\u0000'.repeat(400)}`].map((one) =>
      encodeKey([one]),
    );
    assert.equal(new Set(keys.map(String)).size, keys.length);
    for (const key of keys) assert.ok(key.length < 260);
    assert.ok(encodeKey([`a${long}`]).compare(encodeKey([`b${long}`])) < 0);
    assert.ok(encodeKey([`a${long}`]).compare(encodeKey(['b'])) < 0);
    // No short string has the key of a long one.
    const key = encodeKey([long]);
    assert.notDeepEqual(encodeKey([key.subarray(1, -1).toString('latin1')]), key);
  });

  it('hold 0 and -0 as one value, and no NaN', () => {
    assert.deepEqual(encodeKey([-0]), encodeKey([0]));
    assert.throws(() => encodeKey([Number.NaN]), TypeError);
    assert.throws(() => encodeKey([null as unknown as string]), TypeError);
  });
});
