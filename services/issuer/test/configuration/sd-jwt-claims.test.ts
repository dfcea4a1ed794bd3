import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fittingClaims, sdJwtFinding } from '../../src/configuration/sd-jwt-claims.ts';
import type { SdJwtConfiguration } from '../../src/configuration/sd-jwt-configuration.ts';

const configuration: SdJwtConfiguration = {
  format: 'dc+sd-jwt',
  id: 'x',
  scope: 'x',
  metadata: {},
  claims: {},
  vct: 'urn:x',
  disclosureFrame: { _sd: ['nam'] },
};

test('a claim that would be disclosed in spite of the frame is found', () => {
  const mistyped = { ...configuration, unconfirmedNames: [['nam']] };
  assert.equal(sdJwtFinding(mistyped, { name: 'N' })?.pointer, '/name');
  const described = { ...configuration, frameLevels: [{ path: [], names: new Set(['nam']) }] };
  assert.equal(sdJwtFinding(described, { other: 'N' })?.pointer, '/other');
  assert.equal(sdJwtFinding(configuration, { name: 'N' }), undefined);
});

test('a schema takes only the claims of a sign-in that it defines', () => {
  const schema = { properties: { name: {} } };
  assert.deepEqual(fittingClaims({ schema }, { name: 'N', email: 'E' }), { name: 'N' });
  assert.deepEqual(fittingClaims({}, { name: 'N', email: 'E' }), { name: 'N', email: 'E' });
});
