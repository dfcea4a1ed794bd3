import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import { interactionTranscript, redirectTranscript } from '../../src/mdoc/session-transcript.ts';
import { proofContext } from '../../src/session/proof-context.ts';

/** OpenID4VP 1.0, B.2.6.1: the request and the hash of its handover. */
const jwk: PublicJwk = {
  kty: 'EC',
  crv: 'P-256',
  x: 'DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0',
  y: 'XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc',
};
const request = {
  clientId: 'x509_san_dns:example.com',
  nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
  responseUri: 'https://example.com/response',
  encryptionKey: { kid: 'k', jwk },
};
const HANDOVER = '048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac';
const endpoint = 'https://h.example/acme/authorize/challenge';
const jwkThumbprint = Buffer.from('4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047', 'hex');

test('a posted answer: the client id is the audience, the transcript is that of the standard', () => {
  const { sessionTranscripts, ...rest } = proofContext(request);
  assert.deepEqual(rest, { clientId: request.clientId, nonce: request.nonce });
  const [transcript, ...more] = sessionTranscripts();
  assert.ok(transcript?.toString('hex').endsWith(HANDOVER));
  assert.deepEqual(more, []);
});

test('without encryption the transcript has no thumbprint', () => {
  const { encryptionKey: _, ...clear } = request;
  const { clientId, nonce, responseUri } = request;
  const expected = redirectTranscript({ clientId, nonce, responseUri, jwkThumbprint: null });
  assert.deepEqual(proofContext(clear).sessionTranscripts(), [expected]);
});

test('each part of the request is part of the transcript', () => {
  const [transcript] = proofContext(request).sessionTranscripts();
  const others = [
    { ...request, clientId: 'x509_san_dns:other.example' },
    { ...request, nonce: 'other' },
    { ...request, responseUri: 'https://example.com/other' },
    { ...request, encryptionKey: { jwk: { ...jwk, x: jwk.y, y: jwk.x } } },
  ];
  for (const other of others) assert.notDeepEqual(proofContext(other).sessionTranscripts(), [transcript]);
});

test('an interaction: audiences and transcript are those of its endpoint, and the client id is none of them', () => {
  const { audiences, sessionTranscripts } = proofContext({ ...request, interaction: { dialect: 'ia', endpoint } });
  assert.deepEqual(audiences, ['ia:https://h.example', `ia:${endpoint}`]);
  const { nonce } = request;
  assert.deepEqual(sessionTranscripts(), [interactionTranscript({ endpoint, nonce, jwkThumbprint })]);
});

test('an interaction that is answered in clear has no thumbprint', () => {
  const { encryptionKey: _, ...clear } = request;
  const { nonce } = request;
  const { sessionTranscripts } = proofContext({ ...clear, interaction: { dialect: 'iae', endpoint } });
  assert.deepEqual(sessionTranscripts(), [interactionTranscript({ endpoint, nonce, jwkThumbprint: null })]);
});

/** OpenID4VP 1.0, B.2.6.2: the hash of the handover, of the same nonce and key. */
const DC_API_HANDOVER = 'fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a';

test('the answer of a page: its origin is audience and transcript, and no client id', () => {
  const { sessionTranscripts, ...rest } = proofContext({ ...request, dcApi: { origins: ['https://example.com'] } });
  const { clientId, nonce } = request;
  assert.deepEqual(rest, { clientId, nonce, audiences: ['origin:https://example.com'] });
  const [transcript, ...more] = sessionTranscripts();
  assert.ok(transcript?.toString('hex').endsWith(DC_API_HANDOVER));
  assert.deepEqual(more, []);
});

test('each origin of the request counts', () => {
  const origins = ['https://example.com', 'https://shop.example'];
  const { audiences, sessionTranscripts } = proofContext({ ...request, dcApi: { origins } });
  assert.deepEqual(audiences, ['origin:https://example.com', 'origin:https://shop.example']);
  assert.equal(new Set(sessionTranscripts().map((transcript) => transcript.toString('hex'))).size, 2);
});
