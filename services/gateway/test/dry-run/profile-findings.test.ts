import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WALLETS } from '@countersign/wallet/profiles/habits';
import { profileFindings } from '../../src/dry-run/profile-findings.ts';

test('each profile says whether its wallet takes the metadata, and why not', () => {
  const proofTypes = { jwt: { proof_signing_alg_values_supported: ['ES256'] } };
  const issuer = { credential_configurations_supported: { pid: { proof_types_supported: proofTypes } } };
  const found = profileFindings({ issuer, server: {} });
  assert.deepEqual(
    found.map(({ profile }) => profile),
    Object.keys(WALLETS),
  );
  const of = (name: string) => found.find(({ profile }) => profile === name);
  assert.equal(of('credo')?.takes, true);
  assert.deepEqual(of('eudi-kotlin')?.why, ["pid: jwt proof must contain 'key_attestations_required'"]);
});
