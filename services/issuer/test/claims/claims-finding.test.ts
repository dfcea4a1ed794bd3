import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { MDL_DOCTYPE, MDL_NAMESPACE } from '@countersign/shared/mdoc/element-types';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { claimsFinding, findingText, reservedFinding } from '../../src/claims/claims-finding.ts';
import type { Configuration } from '../../src/configuration/listed-configuration.ts';
import type { SdJwtConfiguration } from '../../src/configuration/sd-jwt-configuration.ts';
import { compileClaimsSchema } from '../../src/schema/claims-schema.ts';

const { settings } = readSettings({ PUBLIC_URL: 'https://issuer.example' });
const UNKNOWN = 'a name that is not in the configuration';

function configuration(schema: JsonObject, more: Partial<SdJwtConfiguration> = {}): Configuration {
  const compiled = compileClaimsSchema(schema);
  assert.ok(compiled.ok);
  const base = {
    format: 'dc+sd-jwt' as const,
    id: 'x',
    scope: 'x',
    vct: 'urn:x',
    metadata: {},
    claims: {},
    disclosureFrame: {},
    schema,
  };
  return { ...base, validate: compiled.validate, source: 'file', version: '1', ...more };
}

function textOf(one: Configuration, claims: JsonObject, from: 'webhook' | 'claims' = 'webhook'): string | undefined {
  const offered = { [from]: { [one.id]: claims } };
  const finding = claimsFinding({ settings, clock: () => 0 }, 't', { configuration: one, offered });
  return finding === undefined ? undefined : findingText(finding);
}

const person = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    address: { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false },
    phones: { type: 'object', additionalProperties: { type: 'string' } },
    pets: { type: 'array', items: { type: 'object', properties: { kind: { enum: ['cat', 'dog'] } } } },
  },
};

/** Claims and their errors; `Ada` and the numbers stand for personal data. */
const findings: readonly [JsonObject, string | undefined][] = [
  [{ name: 'Ada' }, undefined],
  [{}, '/x/name: is required'],
  [{ name: 7 }, '/x/name: must be string, not number'],
  [{ name: 'Ada', pets: [{ kind: 'cat' }, { kind: 'Ada' }] }, '/x/pets/1/kind: must be one of: cat, dog'],
  [{ name: 'Ada', address: { Ada: 1 } }, `/x/address: has ${UNKNOWN}`],
  [{ name: 'Ada', phones: { '5550100': 7 } }, `/x/phones: ${UNKNOWN}: must be string, not number`],
  [{ name: 'Ada', iss: 'https://a.example' }, '/x/iss: This claim name is set by the service'],
  [{ name: 'Ada', Ada: { _sd: [] } }, `/x: ${UNKNOWN}: This claim name is set by the service`],
  [{ name: 'Ada', address: { name: 1 } }, '/x/address/name: unknown field name'],
];
for (const [claims, text] of findings) {
  test(`${JSON.stringify(claims)}: ${text ?? 'fits'}`, () => {
    assert.equal(textOf(configuration(person), claims), text);
  });
}

test('the session of the backend gets every name, short and without control characters', () => {
  const named = (claims: JsonObject): string => {
    const one = configuration(person);
    const finding = claimsFinding({ settings, clock: () => 0 }, 't', {
      configuration: one,
      offered: { webhook: { x: claims } },
    });
    return finding?.named === undefined ? '' : findingText(finding.named);
  };
  assert.equal(
    named({ name: 'Ada', address: { cty: 'x' } }),
    '/x/address/cty: unknown field cty. Did you mean "city"?',
  );
  assert.equal(named({ name: 'Ada', phones: { '5550100': 7 } }), '/x/phones/5550100: must be string, not number');
  assert.equal(
    named({ name: 'Ada', phones: { ['\n'.repeat(90)]: 7 } }),
    `/x/phones/${'?'.repeat(64)}: must be string, not number`,
  );
});

test('a finding contains names of static claims and of the frame, no other name', () => {
  const frame = { disclosureFrame: { _sd: ['nam'] }, unconfirmedNames: [['nam']] };
  const plain = 'would not be disclosable: the disclosureFrame names nam, which these claims do not have';
  assert.equal(textOf(configuration({}, frame), { ada: 1 }), `/x: ${UNKNOWN}: ${plain}`);
  assert.equal(textOf(configuration({}, { ...frame, claims: { ada: 2 } }), { ada: 1 }), `/x/ada: ${plain}`);
});

test('the id of a configuration is escaped in the pointer', () => {
  assert.equal(textOf(configuration(person, { id: 'a/b~c' }), {}), '/a~1b~0c/name: is required');
});

test('claims of an offer are checked against the schema; their reserved names were refused before', () => {
  assert.equal(textOf(configuration({}), { iss: 'x' }, 'claims'), undefined);
  assert.equal(textOf(configuration(person), {}, 'claims'), '/x/name: is required');
});

test('without a configuration reserved names are still refused, and no deeper place is named', () => {
  assert.equal(reservedFinding('x', { name: 'Ada' }), undefined);
  assert.deepEqual(reservedFinding('x', { Ada: { _sd: [] } }), {
    pointer: '/x',
    detail: 'This claim name is set by the service',
  });
});

const MDL = { nameSpaces: new Map([[MDL_NAMESPACE, new Set(['member_since'])]]), elementTypes: new Map() };
const mdl: Configuration = {
  format: 'mso_mdoc',
  id: 'x',
  scope: 'x',
  doctype: MDL_DOCTYPE,
  metadata: {},
  claims: {},
  ...MDL,
  source: 'file',
  version: '1',
};

test('a finding of an mdoc names elements of the configuration and of the standard, and no other', () => {
  const at = (elements: JsonObject) => textOf(mdl, { [MDL_NAMESPACE]: elements });
  assert.equal(at({ birth_date: 5 }), `/x/${MDL_NAMESPACE}/birth_date: is not a full date, YYYY-MM-DD`);
  assert.match(at({ driving_privileges: [{ vehicle_category_code: 7 }] }) ?? '', /driving_privileges\/0\/vehicle_/);
  assert.match(at({ member_since: '\ud800' }) ?? '', /\/member_since: /);
  assert.equal(at({ 'Ada Lovelace': '\ud800' }), `/x/${MDL_NAMESPACE}: ${UNKNOWN}: is not valid Unicode`);
  assert.doesNotMatch(textOf(mdl, { 'Ada Lovelace': { a: 1 } }) ?? '', /Ada/);
});

test('reserved names of SD-JWT VC are elements of an mdoc', () => {
  assert.equal(textOf(mdl, { [MDL_NAMESPACE]: { iss: 'x', status: 'y', _sd: [] } }), undefined);
});
