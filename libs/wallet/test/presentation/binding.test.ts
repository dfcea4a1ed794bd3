import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dcApiTranscript, interactionTranscript, redirectTranscript } from '../../src/mdoc/session-transcript.ts';
import { interactionBinding, originBinding, redirectBinding } from '../../src/presentation/binding.ts';

const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: '1' };
const request = {
  client_id: 'x509_hash:a',
  response_uri: 'https://v.example/response',
  response_mode: 'direct_post',
  nonce: 'n',
  state: 's',
  dcql_query: { credentials: [] },
  client_metadata: { jwks: { keys: [key] } },
};
const nonce = 'n';

test('a redirect is bound to the client id, and an mdoc to the address of the answer too', () => {
  const { audience, transcript } = redirectBinding(request);
  assert.equal(audience, 'x509_hash:a');
  const parts = { clientId: request.client_id, responseUri: request.response_uri, nonce };
  assert.deepEqual(transcript, redirectTranscript({ ...parts, encryptionKey: undefined }));
  const encrypted = redirectBinding({ ...request, response_mode: 'direct_post.jwt' });
  assert.deepEqual(encrypted.transcript, redirectTranscript({ ...parts, encryptionKey: key }));
});

test('an interaction is bound to the origin of its endpoint, and an mdoc to the whole address', () => {
  const endpoint = 'https://i.example/challenge';
  const { audience, transcript } = interactionBinding({ ...request, response_mode: 'ia_post.jwt' }, endpoint, 'ia');
  assert.equal(audience, 'ia:https://i.example');
  assert.deepEqual(transcript, interactionTranscript({ endpoint, nonce, encryptionKey: key }));
  assert.equal(interactionBinding(request, endpoint, 'iae').audience, 'iae:https://i.example');
});

test('a page is bound by its origin', () => {
  const origin = 'https://shop.example';
  const { audience, transcript } = originBinding({ ...request, response_mode: 'dc_api' }, origin);
  assert.equal(audience, 'origin:https://shop.example');
  assert.deepEqual(transcript, dcApiTranscript({ origin, nonce, encryptionKey: undefined }));
});
