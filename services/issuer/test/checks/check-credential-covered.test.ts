import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grant } from '@countersign/shared/model/issuance/issuance-part';
import { grant } from '@countersign/shared/test/model/issuance/issuance-given';
import { checkCredentialCovered } from '../../src/checks/check-credential-covered.ts';
import type { CredentialRequest } from '../../src/protocol/credential-request.ts';
import { needing, sessionWith } from './known.ts';

const configurations = needing({ pid: undefined, pass: undefined });
const check = (credentialRequest: CredentialRequest, change: Partial<Grant> = {}) =>
  checkCredentialCovered({ configurations, session: sessionWith(), grant: { ...grant, ...change }, credentialRequest });
const by = (name: CredentialRequest['by'], id: string): CredentialRequest => ({
  by: name,
  id,
  proofType: 'jwt',
  proofs: [],
});

test('a credential that the token covers is found', async () => {
  const { configuration } = await check(by('credential_configuration_id', 'pid'));
  assert.equal(configuration.id, 'pid');
  await check(by('credential_identifier', 'pid'), { authorizationDetails: true });
});

test('one that is not covered, does not exist, or whose identifier was not issued is refused', async () => {
  const unknown = { code: 'unknown_credential_identifier' };
  await assert.rejects(check(by('credential_identifier', 'pid')), unknown);
  await assert.rejects(check(by('credential_identifier', 'pass'), { authorizationDetails: true }), unknown);
  const gone = check(by('credential_configuration_id', 'gone'), { configurationIds: ['gone'] });
  await assert.rejects(gone, { code: 'unknown_credential_configuration' });
  await assert.rejects(check(by('credential_configuration_id', 'pass')), { code: 'credential_request_denied' });
});
