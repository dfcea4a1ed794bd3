import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IssuancePart } from '@countersign/shared/model/issuance/issuance-part';
import type { Platform } from '@countersign/shared/runtime/service';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import type { Configuration } from '../../src/configuration/listed-configuration.ts';
import { checkRoomLeft } from '../../src/credential/check-room-left.ts';
import { holderDigests } from '../../src/proof/holder-digests.ts';
import type { KeyProofs } from '../../src/proof/key-proof.ts';
import { sessionWith } from '../order-of-refusals/known.ts';
import { credential, given } from '../session/issuance-given.ts';
import { signer } from '../support.ts';

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
