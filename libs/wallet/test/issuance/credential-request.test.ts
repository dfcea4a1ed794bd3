import assert from 'node:assert/strict';
import { test } from 'node:test';
import { credentialBody } from '../../src/issuance/credential-request.ts';
import { WALLETS, type WalletName } from '../../src/profiles/habits.ts';
import { WalletRefuses } from '../../src/sending/failures.ts';

const input = {
  id: 'pid',
  configuration: { format: 'dc+sd-jwt', vct: 'urn:pid' },
  details: [{ credential_configuration_id: 'pid', credential_identifiers: ['p1', 'p2'] }],
  proofs: { jwt: ['a', 'b'] },
};
const body = (wallet: WalletName, more: object = {}) =>
  credentialBody({ ...input, ...more }, WALLETS[wallet].credential);
const proofs = { proofs: input.proofs };

test('a credential is named as the token and the wallet have it', () => {
  assert.deepEqual(body('plain'), { credential_identifier: 'p1', ...proofs });
  assert.deepEqual(body('plain', { details: [] }), { credential_configuration_id: 'pid', ...proofs });
  assert.deepEqual(body('credo'), { credential_configuration_id: 'pid', ...proofs });
  assert.deepEqual(body('it-wallet'), { credential_identifier: 'p1', ...proofs });
  assert.throws(() => body('it-wallet', { details: [] }), WalletRefuses);
});

test('some wallets add what drafts had', () => {
  const added = { format: 'dc+sd-jwt', vct: 'urn:pid' };
  assert.deepEqual(body('multipaz'), { credential_configuration_id: 'pid', ...added, ...proofs });
  assert.deepEqual(body('sphereon'), { ...added, proof: { proof_type: 'jwt', jwt: 'a' } });
});

test('of an mdoc its docType is added', () => {
  const configuration = { format: 'mso_mdoc', doctype: 'org.iso.18013.5.1.mDL' };
  const { format, doctype } = body('multipaz', { configuration }) as Record<string, string>;
  assert.deepEqual({ format, doctype }, configuration);
});

test('without proofs there is no member for them', () => {
  assert.deepEqual(body('credo', { proofs: {} }), { credential_configuration_id: 'pid' });
});
