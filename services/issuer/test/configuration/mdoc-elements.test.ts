import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { MDL_DOCTYPE, MDL_NAMESPACE } from '@countersign/shared/mdoc/element-types';
import { mdocElements, placeFinding, signedInElements } from '../../src/configuration/mdoc-elements.ts';

const OWN = 'org.example.1';
const configuration = {
  doctype: MDL_DOCTYPE,
  nameSpaces: new Map([
    [MDL_NAMESPACE, new Set<string>()],
    [OWN, new Set(['level', 'member_since'])],
  ]),
  elementTypes: new Map([[OWN, new Map([['member_since', 'full-date' as const]])]]),
};

function findingOf(claims: JsonObject): FieldError | undefined {
  const elements = mdocElements(configuration, claims);
  return elements.ok ? undefined : elements.finding;
}

test('types of the configuration, of the standard, and of the JSON', () => {
  const claims = {
    [MDL_NAMESPACE]: { birth_date: '1990-01-02' },
    [OWN]: { member_since: '2020-01-02', level: 'gold', other: [1] },
  };
  const elements = mdocElements(configuration, claims);
  assert.ok(elements.ok);
  assert.deepEqual([...elements.nameSpaces.keys()], [MDL_NAMESPACE, OWN]);
  assert.deepEqual(elements.nameSpaces.get(MDL_NAMESPACE)?.get('birth_date'), new Tagged(TAG.fullDate, '1990-01-02'));
  assert.deepEqual(elements.nameSpaces.get(OWN)?.get('member_since'), new Tagged(TAG.fullDate, '2020-01-02'));
  assert.equal(elements.nameSpaces.get(OWN)?.get('level'), 'gold');
});

test('a claim of another type than its element is refused, at its place and without its value', () => {
  assert.deepEqual(findingOf({ [MDL_NAMESPACE]: { birth_date: 5 } }), {
    pointer: `/${MDL_NAMESPACE}/birth_date`,
    detail: 'is not a full date, YYYY-MM-DD',
  });
  const privileges = { driving_privileges: [{ vehicle_category_code: 'B' }, { vehicle_category_code: 7 }] };
  assert.equal(
    findingOf({ [MDL_NAMESPACE]: privileges })?.pointer,
    `/${MDL_NAMESPACE}/driving_privileges/1/vehicle_category_code`,
  );
  assert.equal(findingOf({ [OWN]: { member_since: 'long ago' } })?.pointer, `/${OWN}/member_since`);
});

test('a namespace that the configuration does not have is refused', () => {
  const finding = findingOf({ 'org.example.2': { a: 1 } });
  assert.equal(finding?.pointer, '/org.example.2');
  assert.match(finding?.detail ?? '', /Expected: org\.iso\.18013\.5\.1, org\.example\.1$/);
  for (const name of ['constructor', 'toString']) assert.equal(findingOf({ [name]: { a: 1 } })?.pointer, `/${name}`);
});

test('claims that are not by namespace, or without any element, are refused', () => {
  assert.equal(findingOf({ [OWN]: 'gold' })?.pointer, `/${OWN}`);
  assert.equal(findingOf({ [OWN]: ['gold'] })?.pointer, `/${OWN}`);
  assert.deepEqual(findingOf({}), { pointer: '', detail: 'have no element' });
  assert.deepEqual(findingOf({ [OWN]: {} }), { pointer: '', detail: 'have no element' });
});

test('country and jurisdiction of an mDL are those of its signer', () => {
  const place = { country: 'DE', state: 'BE' };
  const finding = (elements: JsonObject) => placeFinding({ [MDL_NAMESPACE]: elements }, place)?.pointer;
  assert.equal(finding({ issuing_country: 'DE', issuing_jurisdiction: 'BE' }), undefined);
  assert.equal(finding({ issuing_country: 'AT' }), `/${MDL_NAMESPACE}/issuing_country`);
  assert.equal(finding({ issuing_jurisdiction: 'BY' }), `/${MDL_NAMESPACE}/issuing_jurisdiction`);
  assert.equal(finding({}), undefined);
  assert.equal(placeFinding({ [MDL_NAMESPACE]: { issuing_country: 'AT' } }, {}), undefined);
  assert.equal(placeFinding({ [OWN]: { issuing_country: 'AT' } }, place), undefined);
});

test('claims of a sign-in go to the first namespace that has an element of their name', () => {
  assert.deepEqual(signedInElements(configuration, { family_name: 'M', level: 'gold', unknown: 1 }), {
    [MDL_NAMESPACE]: { family_name: 'M' },
    [OWN]: { level: 'gold' },
  });
  assert.deepEqual(signedInElements(configuration, {}), {});
});
