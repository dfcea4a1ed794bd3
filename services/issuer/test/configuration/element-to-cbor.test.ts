import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import { type CborKey, type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { type ElementType, MDL_NAMESPACE, standardElementType } from '@countersign/shared/mdoc/element-types';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { ElementError, elementToCbor } from '../../src/configuration/element-to-cbor.ts';

const hexOf = (value: Json, type?: ElementType): string => writeCbor(elementToCbor(value, type)).toString('hex');

function refusal(value: Json, type?: ElementType): { readonly path: readonly string[]; readonly rule: string } {
  try {
    elementToCbor(value, type);
  } catch (error) {
    if (error instanceof ElementError) return { path: error.path, rule: error.rule };
    throw error;
  }
  return assert.fail('accepted');
}

test('each type has its encoding', () => {
  assert.equal(hexOf('é', 'text'), '62c3a9');
  assert.equal(hexOf(true, 'bool'), 'f5');
  assert.equal(hexOf(-5, 'integer'), '24');
  assert.equal(hexOf('2026-01-02', 'full-date'), 'd903ec6a323032362d30312d3032');
  assert.equal(hexOf('2026-01-02T03:04:05Z', 'tdate'), 'c074323032362d30312d30325430333a30343a30355a');
  assert.equal(hexOf('AQID', 'bytes'), '43010203');
  assert.equal(hexOf({ a: [1] }, 'map'), 'a161618101');
  assert.equal(hexOf([1, 'a'], 'array'), '82016161');
});

test('a date of either form has the tag of its form', () => {
  assert.equal((elementToCbor('2026-01-02', 'date') as Tagged).tag, TAG.fullDate);
  assert.equal((elementToCbor('2026-01-02T03:04:05+01:00', 'date') as Tagged).tag, TAG.dateTime);
  assert.match(refusal('02.01.2026', 'date').rule, /neither a full date/);
});

test('without a type the kind of the JSON decides', () => {
  assert.equal(hexOf('2026-01-02'), '6a323032362d30312d3032');
  assert.equal(hexOf(1.5), 'fb3ff8000000000000');
  assert.equal(hexOf(null), 'f6');
  assert.equal(hexOf({ a: { b: [false] } }), 'a16161a1616281f4');
});

test('a value of another type is refused, with the rule and without the value', () => {
  const cases: readonly (readonly [Json, ElementType, RegExp])[] = [
    [5, 'text', /not a text/],
    ['true', 'bool', /not true or false/],
    [1.5, 'integer', /not a whole number/],
    [2 ** 53, 'integer', /not a whole number/],
    ['5', 'integer', /not a whole number/],
    [5, 'full-date', /YYYY-MM-DD/],
    ['2026-1-2', 'full-date', /YYYY-MM-DD/],
    ['2026-02-30', 'full-date', /YYYY-MM-DD/],
    ['2026-13-01', 'full-date', /YYYY-MM-DD/],
    ['2026-01-02T03:04:05Z', 'full-date', /YYYY-MM-DD/],
    ['2026-01-02', 'tdate', /RFC 3339/],
    ['2026-01-02T24:00:00Z', 'tdate', /RFC 3339/],
    ['2026-02-30T03:04:05Z', 'tdate', /RFC 3339/],
    ['2026-01-02T03:04:05', 'tdate', /RFC 3339/],
    ['AQID=', 'bytes', /base64url/],
    ['A+/=', 'bytes', /base64url/],
    ['A', 'bytes', /base64url/],
    ['AR', 'bytes', /base64url/],
    [[1], 'bytes', /base64url/],
    [[1], 'map', /not an object/],
    [null, 'map', /not an object/],
    [{ a: 1 }, 'array', /not an array/],
    [null, 'text', /not a text/],
  ];
  for (const [value, type, rule] of cases) {
    const found = refusal(value, type);
    assert.match(found.rule, rule, `${JSON.stringify(value)} as ${JSON.stringify(type)}`);
    assert.deepEqual(found.path, []);
  }
});

test('driving privileges: dates and codes of each category', () => {
  const type = standardElementType(MDL_NAMESPACE, 'driving_privileges');
  const privilege = { vehicle_category_code: 'B', issue_date: '2020-01-02', codes: [{ code: '78' }] };
  const value = elementToCbor([privilege], type) as readonly ReadonlyMap<CborKey, CborValue>[];
  assert.deepEqual(value[0]?.get('issue_date'), new Tagged(TAG.fullDate, '2020-01-02'));
  assert.deepEqual([...(value[0]?.keys() ?? [])], Object.keys(privilege));
  assert.deepEqual(refusal([privilege, { ...privilege, issue_date: 'yesterday' }], type).path, ['1', 'issue_date']);
  assert.deepEqual(refusal([{ issue_date: '2020-01-02' }], type), {
    path: ['0', 'vehicle_category_code'],
    rule: 'is missing',
  });
  assert.deepEqual(refusal([{ ...privilege, codes: [{ code: 78 }] }], type).path, ['0', 'codes', '0', 'code']);
  assert.deepEqual(refusal({ ...privilege }, type), { path: [], rule: 'is not an array' });
  assert.deepEqual(refusal(['B'], type), { path: ['0'], rule: 'is not an object' });
});

test('members whose names are those of a prototype are written like others', () => {
  const type = standardElementType(MDL_NAMESPACE, 'driving_privileges');
  const value = elementToCbor([{ vehicle_category_code: 'B', toString: 'x' }], type);
  assert.deepEqual((value as readonly ReadonlyMap<CborKey, CborValue>[])[0]?.get('toString'), 'x');
});

test('half of a surrogate pair is refused in values and names', () => {
  assert.equal(refusal('a\ud800').rule, 'is not valid Unicode');
  assert.equal(refusal({ '\udc00': 1 }).rule, 'is not valid Unicode');
  assert.equal(elementToCbor('😀', 'text'), '😀');
});

test('a value deeper than 12 levels is refused, also where its type says nothing of its depth', () => {
  const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)]);
  assert.doesNotThrow(() => elementToCbor(nested(12), 'array'));
  assert.equal(refusal(nested(13), 'array').rule, 'is nested deeper than 12 levels');
});
