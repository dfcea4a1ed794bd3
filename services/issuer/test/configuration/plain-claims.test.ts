import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { checkFrameNames, type DescribedClaims } from '../../src/configuration/frame-names.ts';
import { findUndescribedClaim } from '../../src/configuration/plain-claims.ts';

const schema = {
  type: 'object',
  properties: {
    given_name: { type: 'string' },
    family_name: { type: 'string' },
    address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
    nationalities: { type: 'array', items: { type: 'string' } },
  },
};
const frame = {
  _sd: ['given_name', 'address'],
  address: { _sd: ['street'] },
  nationalities: { _sd: [0, 1] },
};

function found(claims: JsonObject, described: Partial<DescribedClaims> = { schema }, of: JsonObject = frame): string {
  const { levels } = checkFrameNames(of, { claims: {}, paths: [], ...described });
  return findUndescribedClaim(levels, claims)?.pointer ?? 'none';
}

const cases: readonly [name: string, claims: JsonObject, pointer: string][] = [
  [
    'described claims, named by the frame or not',
    { given_name: 'E', family_name: 'M', address: { city: 'B' } },
    'none',
  ],
  ['a mistyped claim', { givenname: 'E' }, '/givenname'],
  ['a mistyped claim below', { address: { stret: 'x' } }, '/address/stret'],
  ['as many items as the frame names', { nationalities: ['DE', 'FR'] }, 'none'],
  ['fewer items', { nationalities: [] }, 'none'],
  ['an item behind the last position', { nationalities: ['DE', 'FR', 'IT'] }, '/nationalities/2'],
  ['another kind of value, which the schema judges', { address: 'x', nationalities: 7 }, 'none'],
];
for (const [name, claims, pointer] of cases) {
  test(`claims that would always be disclosed: ${name}`, () => assert.equal(found(claims), pointer));
}

test('a mistyped claim: the described name that is nearest', () => {
  const { levels } = checkFrameNames(frame, { claims: {}, paths: [], schema });
  const detailOf = (claims: JsonObject): string => findUndescribedClaim(levels, claims)?.detail ?? '';
  assert.match(
    detailOf({ givenname: 'E' }),
    /disclosable\. Did you mean "given_name"\? Otherwise describe it in schema/,
  );
  assert.match(detailOf({ shoe_size: 42 }), /disclosable\. Describe it in schema/);
});

test('static claims and claim descriptions count as described', () => {
  assert.equal(found({ nickname: 'x' }, { schema, claims: { nickname: '' } }), 'none');
  assert.equal(found({ nickname: 'x' }, { schema, paths: [['nickname']] }), 'none');
});

test('a schema may allow other claims that are always disclosed', () => {
  assert.equal(found({ nickname: 'x' }, { schema: { ...schema, additionalProperties: true } }), 'none');
});

test('without descriptions, or names in the frame, there is no finding', () => {
  assert.equal(found({ givenname: 'E' }, { schema: {} }), 'none');
  assert.equal(found({ givenname: 'E' }, { schema }, { address: { _sd: ['street'] } }), 'none');
});
