import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Grant, IssuancePart } from '@countersign/shared/model/session/issuance-part';
import type { Platform } from '@countersign/shared/runtime/service';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import type { Configuration } from '../../src/configuration/listed-configuration.ts';
import type { CredentialRequest } from '../../src/credential/credential-request.ts';
import { checkBatchSize, checkCredentialCovered, checkRoomLeft } from '../../src/credential/grant-checks.ts';
import { holderDigests } from '../../src/proof/holder-digests.ts';
import type { KeyProofs } from '../../src/proof/key-proof.ts';
import { needing, sessionWith } from '../order-of-refusals/known.ts';
import { credential, given, grant } from '../session/issuance-given.ts';
import { signer } from '../support.ts';

describe('checkCredentialCovered', () => {
  const configurations = needing({ pid: undefined, pass: undefined });
  const check = (credentialRequest: CredentialRequest, change: Partial<Grant> = {}) =>
    checkCredentialCovered({
      configurations,
      session: sessionWith(),
      grant: { ...grant, ...change },
      credentialRequest,
    });
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
});

describe('checkBatchSize', () => {
  const check = (count: number, batchSize?: number) =>
    checkBatchSize({
      platform: { settings: { BATCH_SIZE: 3 } },
      credentialRequest: { by: 'credential_identifier', id: 'pid', proofType: 'jwt', proofs: Array(count).fill('a') },
      configuration: batchSize === undefined ? {} : { batchSize },
    });

  test('a request has as many proofs as the larger batch, of the setting or of the reuse policy', () => {
    check(3);
    refuses(() => check(4), 'invalid_credential_request');
    check(3, 2);
    check(5, 5);
    refuses(() => check(6, 5), 'invalid_credential_request');
  });

  test('the backend learns the limit', async () => {
    assert.deepEqual(await whyRefused(() => check(4)), ['proof_count', { count: 4, most: 3 }]);
  });
});

describe('checkRoomLeft', () => {
  const credentialRequest = { by: 'credential_configuration_id', id: 'pid', proofType: 'jwt', proofs: [] } as const;
  const check = ({ credentials, keys }: Pick<IssuancePart, 'credentials'> & Pick<KeyProofs, 'keys'>) => {
    const session = sessionWith(given('issued', { credentials }));
    const platform = { settings: { BATCH_SIZE: 2, CREDENTIAL_BATCHES: 2 } } as unknown as Platform;
    const proofs = { keys, nonce: 'n', statuses: [] };
    const configuration = {} as unknown as Configuration;
    return checkRoomLeft({ platform, session, credentialRequest, configuration, proofs });
  };

  const newKeys = (had: number, keys: number) =>
    check({
      credentials: Array.from({ length: had }, () => credential),
      keys: Array.from({ length: keys }, () => signer().jwk),
    });

  test('the digests of the keys are returned, for the record', () => {
    const { jwk } = signer();
    const holders = holderDigests(sessionWith(given('issued')).id, [jwk]);
    assert.deepEqual(check({ credentials: [], keys: [jwk] }), { holders });
  });

  test('an offer issues its batches and no more', () => {
    newKeys(0, 2);
    newKeys(2, 2);
    refuses(() => newKeys(3, 2), 'credential_request_denied');
    refuses(() => newKeys(4, 1), 'credential_request_denied');
  });

  test('a key counts once, however often its answer was lost, up to four times the limit', () => {
    const { jwk } = signer();
    const [holder = ''] = holderDigests(sessionWith(given('issued')).id, [jwk]);
    const again = (had: number) => {
      const credentials = Array.from({ length: had }, () => ({ ...credential, holder }));
      return check({ credentials, keys: [jwk] });
    };
    again(4);
    again(15);
    refuses(() => again(16), 'credential_request_denied');
  });

  test('the backend learns the number', async () => {
    const facts = { configurationId: 'pid', count: 5, most: 4 };
    assert.deepEqual(await whyRefused(() => newKeys(3, 2)), ['credentials_exhausted', facts]);
  });
});
