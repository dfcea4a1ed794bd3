import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Configuration } from '../../src/metadata/listed-configuration.ts';
import { payloadFinding } from '../../src/metadata/payload-check.ts';
import { compileClaimsSchema } from '../../src/schema/claims-schema.ts';
import { createTimeBudget } from '../../src/schema/time-budget.ts';

function configuration(schema: JsonObject, more: Partial<Configuration> = {}): Configuration {
  const compiled = compileClaimsSchema(schema);
  assert.ok(compiled.ok);
  const base = { id: 'x', scope: 'x', vct: 'urn:x', metadata: {}, claims: {}, disclosureFrame: {} };
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
