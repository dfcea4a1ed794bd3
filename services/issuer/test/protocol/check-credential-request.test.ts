import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Json } from '@countersign/shared/kernel/json';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkCredentialRequest } from '../../src/protocol/check-credential-request.ts';

const request = (body: Json) => ({ body }) as unknown as OperationRequest;

test('a credential request is read, up to the largest batch', () => {
  const body = { credential_configuration_id: 'pid', proofs: { jwt: ['a', 'b'] } };
  const credentialRequest = { by: 'credential_configuration_id', id: 'pid', proofType: 'jwt', proofs: ['a', 'b'] };
  assert.deepEqual(checkCredentialRequest({ request: request(body) }), { credentialRequest });
  const more = { ...body, proofs: { jwt: Array(51).fill('a') } };
  refuses(() => checkCredentialRequest({ request: request(more) }), 'invalid_credential_request');
  refuses(() => checkCredentialRequest({ request: request('text') }), 'invalid_credential_request');
});
