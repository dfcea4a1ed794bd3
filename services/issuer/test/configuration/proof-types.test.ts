import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import {
  ATTESTED_PROOF_TYPES,
  PLAIN,
  PLAIN_PROOF_TYPES,
  proofTypesFindings,
  proofTypesOf,
} from '../../src/configuration/proof-types.ts';

const ALL = ['ES256', 'ES384', 'ES512'];
const attested = (required: Json, algorithms: Json = ['ES256']): JsonObject => ({
  proof_signing_alg_values_supported: algorithms,
  key_attestations_required: required,
});

const read: readonly [name: string, supported: JsonObject, types: object][] = [
  ['jwt alone', PLAIN_PROOF_TYPES, PLAIN],
  ['attestations of any level', { jwt: attested({}) }, { jwt: { algorithms: ['ES256'], attested: {} } }],
  [
    'levels, and a period for wallets',
    {
      jwt: attested({ key_storage: ['a', 'b'], preferred_key_storage_status_period: 86_400 }, ALL),
      attestation: attested({ user_authentication: ['c'] }, ['ES512']),
    },
    {
      jwt: { algorithms: ALL, attested: { keyStorage: ['a', 'b'] } },
      attestation: { algorithms: ['ES512'], attested: { userAuthentication: ['c'] } },
    },
  ],
  [
    'attestations that are not required inside a proof',
    { attestation: { proof_signing_alg_values_supported: ['ES384'] } },
    { attestation: { algorithms: ['ES384'] } },
  ],
  [
    'the default under HAIP',
    ATTESTED_PROOF_TYPES,
    { jwt: { algorithms: ALL, attested: {} }, attestation: { algorithms: ALL, attested: {} } },
  ],
];

for (const [name, supported, types] of read) {
  test(`read: ${name}`, () => {
    assert.deepEqual(proofTypesFindings(supported), []);
    assert.deepEqual(proofTypesOf(supported), types);
  });
}

test('none written is no mistake', () => {
  assert.deepEqual(proofTypesFindings(undefined), []);
});

const BELOW = '/jwt/key_attestations_required';
const refused: readonly [name: string, supported: Json, below: string][] = [
  ['another type', { cwt: attested({}) }, ''],
  ['a type of the prototype', { constructor: attested({}) }, ''],
  ['no algorithm', { jwt: attested({}, []) }, ''],
  ['an algorithm twice', { jwt: attested({}, ['ES256', 'ES256']) }, ''],
  ['an algorithm that is not built', { attestation: attested({}, ['ES256', 'EdDSA']) }, ''],
  ['ES384 for a proof without attestation', { jwt: { proof_signing_alg_values_supported: ['ES384'] } }, ''],
  ['a requirement that is true', { jwt: attested(true) }, BELOW],
  ['a requirement that is null', { jwt: attested(null) }, BELOW],
  ['no level', { jwt: attested({ key_storage: [] }) }, `${BELOW}/key_storage`],
  ['a level that is no text', { jwt: attested({ user_authentication: [1] }) }, `${BELOW}/user_authentication`],
  ['a misspelled member', { jwt: attested({ key_storages: ['a'] }) }, `${BELOW}/key_storages`],
  [
    'a period of nothing',
    { jwt: attested({ preferred_key_storage_status_period: 0 }) },
    `${BELOW}/preferred_key_storage_status_period`,
  ],
];

for (const [name, supported, below] of refused) {
  test(`refused: ${name}`, () => {
    assert.deepEqual(
      proofTypesFindings(supported).map(({ pointer }) => pointer),
      [`/config/proof_types_supported${below}`],
    );
  });
}

test('an unknown proof type and the mistakes of a known one are found at once', () => {
  const jwt = { proof_signing_alg_values_supported: ['ES256'], key_attestations_required: { key_storage: [] } };
  assert.deepEqual(
    proofTypesFindings({ cwt: {}, jwt }).map(({ pointer }) => pointer),
    ['', '/jwt/key_attestations_required/key_storage'].map((below) => `/config/proof_types_supported${below}`),
  );
});
