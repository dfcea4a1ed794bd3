import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Json } from '@countersign/shared/kernel/json';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkCredentialRequest } from '../../src/protocol/check-credential-request.ts';

const request = (body: Json) => ({ body }) as unknown as OperationRequest;
const platform = { settings: { BATCH_SIZE: 2 } };

test('a credential request is read, up to a batch', () => {
  const body = { credential_configuration_id: 'pid', proofs: { jwt: ['a', 'b'] } };
  const credentialRequest = { by: 'credential_configuration_id', id: 'pid', proofType: 'jwt', proofs: ['a', 'b'] };
  assert.deepEqual(checkCredentialRequest({ request: request(body), platform }), { credentialRequest });
  const three = { ...body, proofs: { jwt: ['a', 'b', 'c'] } };
  refuses(() => checkCredentialRequest({ request: request(three), platform }), 'invalid_credential_request');
  refuses(() => checkCredentialRequest({ request: request('text'), platform }), 'invalid_credential_request');
});
