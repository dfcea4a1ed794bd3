import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { MDL_DOCTYPE, MDL_NAMESPACE } from '@countersign/shared/mdoc/element-types';
import type { Configuration } from '../../src/configuration/listed-configuration.ts';
import type { MdocConfiguration } from '../../src/configuration/mdoc-configuration.ts';
import { payloadFinding, payloadFindings } from '../../src/configuration/payload-check.ts';
import type { SdJwtConfiguration } from '../../src/configuration/sd-jwt-configuration.ts';
import { compileClaimsSchema } from '../../src/schema/claims-schema.ts';
import { createTimeBudget } from '../../src/schema/time-budget.ts';

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
  };
  return { ...base, validate: compiled.validate, source: 'file', version: '1', ...more };
}

const of = (one: Configuration, claims: JsonObject) =>
  payloadFinding('https://h.example', 0, {
    configuration: one,
    offered: { claims: { x: claims } },
  });

test('claims are checked in the payload that would be signed', () => {
  const one = configuration({ required: ['iss', 'iat', 'cnf', 'vct', 'status', 'name'] });
  assert.equal(of(one, { name: 'N' }), undefined);
  assert.deepEqual(of(one, {}), { pointer: '/name', detail: 'is required' });
});

test('a claim that a mistyped name of the frame would always disclose is invalid', () => {
  const one = configuration({}, { disclosureFrame: { _sd: ['nam'] }, unconfirmedNames: [['nam']] });
  assert.equal(of(one, { name: 'N' })?.pointer, '/name');
  assert.equal(of(one, { nam: 'N' }), undefined);
});

test('without remaining time every payload is refused', () => {
  const one = configuration({ properties: { a: { uniqueItems: true } } });
  const found = payloadFinding('https://h.example', 0, {
    configuration: one,
    offered: {},
    budget: createTimeBudget(0),
  });
  assert.match(found?.detail ?? '', /too long/);
});

function mdoc(more: Partial<MdocConfiguration> = {}): Configuration {
  const named = { format: 'mso_mdoc', id: 'x', scope: 'x', doctype: MDL_DOCTYPE, metadata: {}, claims: {} } as const;
  const described = { nameSpaces: new Map([[MDL_NAMESPACE, new Set<string>()]]), elementTypes: new Map() };
  return { ...named, ...described, source: 'file', version: '1', ...more };
}

test('claims of an mdoc: types of its elements, then the place of its signer, then the schema', () => {
  const compiled = compileClaimsSchema({ properties: { [MDL_NAMESPACE]: { required: ['family_name'] } } });
  assert.ok(compiled.ok);
  const one: Configuration = { ...mdoc(), validate: compiled.validate };
  const finding = (elements: JsonObject) =>
    payloadFinding('https://h.example', 0, {
      configuration: one,
      offered: { claims: { x: { [MDL_NAMESPACE]: elements } } },
      place: { country: 'DE' },
    })?.pointer;
  assert.equal(finding({ family_name: 'M', issuing_country: 'DE' }), undefined);
  assert.equal(finding({ birth_date: 5, issuing_country: 'AT' }), `/${MDL_NAMESPACE}/birth_date`);
  assert.equal(finding({ issuing_country: 'AT' }), `/${MDL_NAMESPACE}/issuing_country`);
  assert.equal(finding({ issuing_country: 'DE' }), `/${MDL_NAMESPACE}/family_name`);
});

test('a write learns of every claim that does not fit, by the schema and by another rule', () => {
  const schema = { properties: { a: { type: 'string' }, b: { type: 'string' } } };
  const all = (one: Configuration, claims: JsonObject) =>
    payloadFindings('https://h.example', 0, { configuration: one, offered: { claims: { x: claims } } }).map(
      ({ pointer }) => pointer,
    );
  const one = configuration(schema, { schema, disclosureFrame: { _sd: ['nam'] }, unconfirmedNames: [['nam']] });
  assert.deepEqual(all(one, { nam: 'N', a: 1, b: 2 }), ['/a', '/b']);
  assert.deepEqual(all(one, { name: 'N', a: 1, b: 2 }), ['/name', '/a', '/b']);
  assert.deepEqual(all(one, { name: 'N' }), ['/name']);
  assert.deepEqual(all(configuration(schema), { a: 1, b: 2 }), ['/a']);
  assert.deepEqual(all(one, { nam: 'N' }), []);
});
