import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { Json } from '@countersign/shared/kernel/json';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkCredentialRequest } from '../../src/credential/check-credential-request.ts';

const request = (body: Json) => ({ body }) as unknown as OperationRequest;

test('a credential request is read, up to the largest batch', () => {
  const body = { credential_configuration_id: 'pid', proofs: { jwt: ['a', 'b'] } };
  const credentialRequest = { by: 'credential_configuration_id', id: 'pid', proofType: 'jwt', proofs: ['a', 'b'] };
  assert.deepEqual(checkCredentialRequest({ request: request(body) }), { credentialRequest });
  const more = { ...body, proofs: { jwt: Array(51).fill('a') } };
  refuses(() => checkCredentialRequest({ request: request(more) }), 'invalid_credential_request');
  refuses(() => checkCredentialRequest({ request: request('text') }), 'invalid_credential_request');
});

test('the single proof of the drafts is accepted, with a note; a request of 1.0 has none', () => {
  const notes: unknown[] = [];
  const noted = (body: Json) => ({ ...request(body), note: (note: unknown) => void notes.push(note) });
  const id = { credential_configuration_id: 'pid' };
  checkCredentialRequest({ request: noted({ ...id, proofs: { jwt: ['a'] } }) });
  assert.deepEqual(notes, []);
  const draft = { ...id, proof: { proof_type: 'jwt', jwt: 'a' } };
  checkCredentialRequest({ request: request(draft) });
  checkCredentialRequest({ request: noted(draft) });
  assert.deepEqual(notes, [{ reason: 'request_legacy', facts: { parameter: 'proof', presentName: 'proofs' } }]);
});
