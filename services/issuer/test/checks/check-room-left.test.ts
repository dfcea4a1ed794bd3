import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Platform } from '@countersign/shared/runtime/service';
import { refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { credential, given } from '@countersign/shared/test/model/issuance/issuance-given';
import { checkRoomLeft } from '../../src/checks/check-room-left.ts';
import type { Configuration } from '../../src/metadata/listed-configuration.ts';
import { signer } from '../protocol/support.ts';
import { sessionWith } from './known.ts';

const credentialRequest = { by: 'credential_configuration_id', id: 'pid', proofType: 'jwt', proofs: [] } as const;
const check = (had: number, keys: number) => {
  const session = sessionWith(given('issued', { credentials: Array.from({ length: had }, () => credential) }));
  const platform = { settings: { BATCH_SIZE: 2, CREDENTIAL_BATCHES: 2 } } as unknown as Platform;
  const proofs = { keys: Array.from({ length: keys }, () => signer().jwk), nonce: 'n', statuses: [] };
  const configuration = {} as unknown as Configuration;
  return checkRoomLeft({ platform, session, credentialRequest, configuration, proofs });
};

test('an offer issues its batches and no more', () => {
  check(0, 2);
  check(2, 2);
  refuses(() => check(3, 2), 'credential_request_denied');
  refuses(() => check(4, 1), 'credential_request_denied');
});

test('the backend learns the number', async () => {
  const facts = { configurationId: 'pid', count: 5, most: 4 };
  assert.deepEqual(await whyRefused(() => check(3, 2)), ['credentials_exhausted', facts]);
});
