import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grant } from '@countersign/shared/model/issuance/issuance-part';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkCredentialCovered } from '../../src/credential/check-credential-covered.ts';
import type { CredentialRequest } from '../../src/credential/credential-request.ts';
import { needing, sessionWith } from '../order-of-refusals/known.ts';
import { grant } from '../session/issuance-given.ts';

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

test('the backend learns what the token covers', async () => {
  const of = (name: CredentialRequest['by'], id: string, change?: Partial<Grant>) =>
    whyRefused(() => check(by(name, id), change));
  const { configurationIds } = grant;
  const noIdentifiers = { received: 'pid', detail: 'the_token_response_had_none' };
  assert.deepEqual(await of('credential_identifier', 'pid'), ['identifier_unknown', noIdentifiers]);
  const other = { received: 'pass', expectedAny: configurationIds };
  assert.deepEqual(await of('credential_identifier', 'pass', { authorizationDetails: true }), [
    'identifier_unknown',
    other,
  ]);
  const gone = { received: 'gone', configurationIds };
  assert.deepEqual(await of('credential_configuration_id', 'gone'), ['configuration_unknown', gone]);
  const removed = await of('credential_configuration_id', 'gone', { configurationIds: ['gone'] });
  assert.deepEqual(removed, ['configuration_removed', { configurationId: 'gone' }]);
  const uncovered = { configurationId: 'pass', configurationIds };
  assert.deepEqual(await of('credential_configuration_id', 'pass'), ['configuration_not_covered', uncovered]);
});
