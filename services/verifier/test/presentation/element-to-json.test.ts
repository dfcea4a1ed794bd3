import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementToCbor } from '@countersign/issuer/configuration/element-to-cbor';
import type { Json } from '@countersign/shared/kernel/json';
import { type CborKey, type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import fc from 'fast-check';
import { elementToJson } from '../../src/presentation/element-to-json.ts';

test('JSON of what a wallet presents', () => {
  assert.equal(elementToJson(new Tagged(TAG.fullDate, '2026-01-02')), '2026-01-02');
  assert.equal(elementToJson(2n ** 60n), '1152921504606846976');
  assert.equal(elementToJson(Number.NaN), 'NaN');
  assert.equal(elementToJson(undefined), null);
  assert.equal(elementToJson(Buffer.of(0xff)), '_w');
  assert.equal(elementToJson(new Tagged(2, Buffer.of(1, 0))), 'AQA');
  assert.deepEqual(elementToJson(new Map<CborKey, CborValue>([[1, 'a']])), { '1': 'a' });
});

test('a member called __proto__ changes no prototype', () => {
  const json = elementToJson(new Map<CborKey, CborValue>([['__proto__', new Map([['polluted', true]])]]));
  assert.ok(Object.hasOwn(json as object, '__proto__'));
  assert.equal(Object.getPrototypeOf(json), Object.prototype);
});

test('JSON that is written and read is the same JSON', () => {
  const { json } = fc.letrec<{ readonly json: Json }>((tie) => ({
    json: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.string({ unit: 'binary' }).filter((text) => !/\p{Surrogate}/u.test(text)),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(fc.string({ maxLength: 5 }), tie('json'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  const property = fc.property(json, (value) => {
    assert.deepEqual(elementToJson(readCbor(writeCbor(elementToCbor(value, undefined)))), value);
  });
  fc.assert(property, { seed: 7, numRuns: 300 });
});
