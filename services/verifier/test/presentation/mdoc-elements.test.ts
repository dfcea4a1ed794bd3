import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { elementsToJson, matchElements } from '../../src/presentation/mdoc-elements.ts';
import { parseCredentialQuery } from '../../src/query/dcql-credential.ts';
import { refuses, refusesWith } from './refuses.ts';

const NS = 'org.iso.18013.5.1';
const AAMVA = 'org.iso.18013.5.1.aamva';
const birthDate = new Tagged(TAG.fullDate, '1990-02-03');
const issued = new Tagged(TAG.dateTime, '2024-01-02T03:04:05Z');
const elements: Readonly<Record<string, CborValue>> = {
  family_name: 'Möbius',
  height: 180,
  big: 2n ** 60n,
  age_over_18: true,
  birth_date: birthDate,
  issued,
  portrait: Buffer.from('abc'),
  nothing: null,
  driving_privileges: [new Map<string, CborValue>([['vehicle_category_code', 'A']])],
};

function presented(...spaces: [string, Readonly<Record<string, CborValue>>][]) {
  return new Map(spaces.map(([name, members]) => [name, new Map(Object.entries(members))]));
}

function queryOf(change: JsonObject) {
  const parsed = parseCredentialQuery(
    { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: 'd' }, ...change },
    '',
    [],
  );
  assert.ok(parsed.format === 'mso_mdoc');
  return parsed;
}

/** The elements that match claims in the first namespace. */
function matched(claims: Json, ageOver?: 'nearest', of = elements): JsonObject {
  return elementsToJson(matchElements(queryOf({ claims }), presented([NS, of]), ageOver));
}

test('the requested elements by namespace, each as presented; others are left out', () => {
  const claims = [{ path: [NS, 'family_name'] }, { path: [AAMVA, 'sex'] }, { path: [NS, 'birth_date'] }];
  const nameSpaces = presented([NS, elements], [AAMVA, { sex: 1, secret: 'x' }]);
  assert.deepEqual(elementsToJson(matchElements(queryOf({ claims }), nameSpaces)), {
    [NS]: { family_name: 'Möbius', birth_date: '1990-02-03' },
    [AAMVA]: { sex: 1 },
  });
});

test('without claims nothing is handed on, whatever was disclosed', () => {
  assert.deepEqual(matchElements(queryOf({}), presented([NS, elements])), []);
  assert.deepEqual(elementsToJson([]), {});
});

test('values are those of the standard: bytes in base64url, dates as text, large integers as text, structures as they are', () => {
  const names = ['portrait', 'issued', 'big', 'nothing', 'driving_privileges'];
  assert.deepEqual(matched(names.map((name) => ({ path: [NS, name] }))), {
    [NS]: {
      portrait: 'YWJj',
      issued: '2024-01-02T03:04:05Z',
      big: '1152921504606846976',
      nothing: null,
      driving_privileges: [{ vehicle_category_code: 'A' }],
    },
  });
});

test('an element that is missing, or in another namespace, is none', () => {
  const nameSpaces = presented([AAMVA, elements]);
  const claims = [{ path: [NS, 'family_name'] }];
  refuses(() => matchElements(queryOf({ claims }), nameSpaces), 'claims');
  refuses(() => matched([{ path: [NS, 'toString'] }]), 'claims');
  refuses(() => matched([{ path: ['__proto__', 'family_name'] }]), 'claims');
});

test('the first claim set that fits', () => {
  const query = queryOf({
    claims: [
      { id: 'a', path: [NS, 'given_name'] },
      { id: 'b', path: [NS, 'family_name'] },
      { id: 'c', path: [NS, 'height'] },
    ],
    claim_sets: [['a', 'b'], ['c'], ['b']],
  });
  assert.deepEqual(elementsToJson(matchElements(query, presented([NS, elements]))), { [NS]: { height: 180 } });
});

const values: Record<string, readonly [name: string, values: Json, fits: boolean]> = {
  'a text': ['family_name', ['x', 'Möbius'], true],
  'another text': ['family_name', ['x'], false],
  'an integer': ['height', [180], true],
  'an integer as text': ['height', ['180'], false],
  'a large integer as text': ['big', ['1152921504606846976'], false],
  truth: ['age_over_18', [true], true],
  'truth as text': ['age_over_18', ['true'], false],
  'the other truth': ['age_over_18', [false], false],
  'a date by its text': ['birth_date', ['1990-02-03'], true],
  'another date': ['birth_date', ['1990-02-04'], false],
  'bytes by their text': ['portrait', ['YWJj'], false],
  'null by its name': ['nothing', ['null'], false],
};

for (const [name, [element, wanted, fits]] of Object.entries(values)) {
  test(`values, after decoding: ${name}`, () => {
    const match = () => matched([{ path: [NS, element], values: wanted }]);
    if (fits) assert.deepEqual(Object.keys(match()), [NS]);
    else refuses(match, 'claims');
  });
}

test('a refusal names paths of the query and no value', () => {
  const claims = [{ path: [NS, 'family_name'], values: ['secret'] }, { path: [NS, 'missing'] }];
  refusesWith(() => matched(claims), 'claims', {
    paths: [`["${NS}","family_name"]`, `["${NS}","missing"]`],
    count: 2,
    detail: 'missing_or_other_value',
  });
});

const ages: Record<string, readonly [presented: Readonly<Record<string, CborValue>>, answer: string | undefined]> = {
  'the requested one, also where another decides it': [{ age_over_18: false, age_over_21: true }, 'age_over_18'],
  'true for a higher age': [{ age_over_21: true }, 'age_over_21'],
  'the lowest of the higher ages': [{ age_over_65: true, age_over_21: true, age_over_30: true }, 'age_over_21'],
  'false for a lower age': [{ age_over_16: false }, 'age_over_16'],
  'the highest of the lower ages': [{ age_over_12: false, age_over_16: false }, 'age_over_16'],
  'true for a lower age decides nothing': [{ age_over_16: true }, undefined],
  'false for a higher age decides nothing': [{ age_over_21: false }, undefined],
  'ages that contradict each other decide nothing': [{ age_over_16: false, age_over_21: true }, undefined],
  'a text is no answer': [{ age_over_21: 'true' }, undefined],
  'an age of three digits is none': [{ age_over_100: true }, undefined],
};

for (const [name, [stated, answer]] of Object.entries(ages)) {
  test(`age_over nearest: ${name}`, () => {
    const claims = [{ path: [NS, 'age_over_18'] }];
    if (answer === undefined) refuses(() => matched(claims, 'nearest', stated), 'claims');
    else assert.deepEqual(matched(claims, 'nearest', stated), { [NS]: { [answer]: stated[answer] as Json } });
    if (answer !== 'age_over_18') refuses(() => matched(claims, undefined, stated), 'claims');
  });
}

test('age_over nearest: the value that is requested must follow from the other age', () => {
  const wanting = (value: boolean) => [{ path: [NS, 'age_over_18'], values: [value] }];
  assert.deepEqual(matched(wanting(true), 'nearest', { age_over_21: true }), { [NS]: { age_over_21: true } });
  refuses(() => matched(wanting(true), 'nearest', { age_over_16: false }), 'claims');
  // The requested age itself was presented, so no other is used instead.
  refuses(() => matched(wanting(true), 'nearest', { age_over_18: false, age_over_21: true }), 'claims');
});

test('age_over nearest: only ages, and only of the same namespace', () => {
  refuses(() => matched([{ path: [NS, 'family_names'] }], 'nearest'), 'claims');
  const claims = [{ path: [NS, 'age_over_18'] }];
  refuses(
    () => matchElements(queryOf({ claims }), presented([AAMVA, { age_over_21: true }], [NS, {}]), 'nearest'),
    'claims',
  );
});

test('names that JSON can not hold as they are: no value of them is handed on, and no prototype is touched', () => {
  const inside = (member: CborValue): CborValue => [new Tagged(99, new Tagged(98, new Map([['list', [member]]])))];
  const pair: readonly (readonly [string | number, CborValue])[] = [
    [1, 'a'],
    ['1', 'b'],
  ];
  const polluting = new Map<string, CborValue>([['__proto__', new Map([['polluted', true]])]]);
  const of = (value: CborValue): JsonObject => matched([{ path: [NS, 'x'] }], undefined, { x: value });
  for (const [value, detail] of [
    [polluting, 'reserved_name'],
    [inside(polluting), 'reserved_name'],
    [new Map(pair), 'repeated_name'],
    [inside(new Map(pair)), 'repeated_name'],
  ] as const) {
    refusesWith(() => of(value), 'disclosure', { detail });
  }
  assert.equal(Reflect.get({}, 'polluted'), undefined);
  const value = 'x';
  for (const [nameSpace, identifier] of [
    ['__proto__', 'x'],
    ['x', '__proto__'],
  ] as const) {
    refusesWith(() => elementsToJson([{ nameSpace, identifier, value }]), 'disclosure', { detail: 'reserved_name' });
  }
  assert.deepEqual(of(new Map([['constructor', 1]])), { [NS]: { x: { constructor: 1 } } });
});
