import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  profileFindings,
  underProfile,
  withoutAttestation,
} from '../../src/configuration/configuration-under-profile.ts';
import {
  ATTESTED_PROOF_TYPES,
  PLAIN,
  PLAIN_PROOF_TYPES,
  type ProofTypes,
} from '../../src/configuration/proof-types.ts';

const metadata = { format: 'dc+sd-jwt', proof_types_supported: PLAIN_PROOF_TYPES };
const unnamed = { id: 'unnamed', metadata };
const named = (id: string, proofTypes: ProofTypes) => ({ id, metadata, proofTypes });
const plain = named('plain', PLAIN);
const attested = named('attested', { jwt: { algorithms: ['ES256'], attested: {} } });
const alone = named('alone', { attestation: { algorithms: ['ES256'] } });

test('a configuration that names no proof types has those of the profile', () => {
  assert.equal(underProfile(unnamed, 'open'), unnamed);
  const { metadata: changed, proofTypes } = underProfile({ ...unnamed, proofTypes: undefined as never }, 'haip');
  assert.deepEqual(changed, { format: 'dc+sd-jwt', proof_types_supported: ATTESTED_PROOF_TYPES });
  assert.deepEqual(Object.keys(proofTypes), ['jwt', 'attestation']);
  for (const profile of ['open', 'haip'] as const) assert.equal(underProfile(plain, profile), plain);
});

test('under haip each proof type says which key attestations are required', () => {
  const pointers = (one: Parameters<typeof profileFindings>[0]) =>
    profileFindings(one, 'haip').map((each) => each.pointer);
  assert.deepEqual(pointers(plain), ['/config/proof_types_supported/jwt']);
  assert.deepEqual(pointers(alone), ['/config/proof_types_supported/attestation']);
  assert.deepEqual(pointers(attested), []);
  assert.deepEqual(pointers(underProfile(unnamed, 'haip')), []);
  for (const one of [plain, alone, attested, unnamed]) assert.deepEqual(profileFindings(one, 'open'), []);
});

test('under eu an SD-JWT VC needs an end; an mdoc always has one', () => {
  const pointers = (one: object, profile: 'haip' | 'eu') =>
    profileFindings({ ...attested, ...one }, profile).map(({ pointer }) => pointer);
  assert.deepEqual(pointers({ format: 'dc+sd-jwt' }, 'eu'), ['/lifetime']);
  assert.deepEqual(pointers({ format: 'dc+sd-jwt', lifetime: 3600 }, 'eu'), []);
  assert.deepEqual(pointers({ format: 'dc+sd-jwt' }, 'haip'), []);
  assert.deepEqual(pointers({ format: 'mso_mdoc' }, 'eu'), []);
  const pid = { format: 'mso_mdoc', doctype: 'eu.europa.ec.eudi.pid.1', claims: { other: {} } };
  assert.deepEqual([pointers(pid, 'eu').length, pointers(pid, 'haip')], [8, []], 'the rulebook counts in profile eu');
});

test('a mixture is those without, where another one requires attestations', () => {
  assert.deepEqual(withoutAttestation([plain, unnamed]), []);
  assert.deepEqual(withoutAttestation([attested, alone]), []);
  assert.deepEqual(withoutAttestation([unnamed, attested, plain]), [unnamed, plain]);
});
