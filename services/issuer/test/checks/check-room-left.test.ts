import { test } from 'node:test';
import type { Platform } from '@countersign/shared/runtime/service';
import { refuses } from '@countersign/shared/test/http/refuses';
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
