import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cbor, encodeCbor } from '../../src/mdoc/cbor.ts';
import { dcApiTranscript, interactionTranscript, redirectTranscript } from '../../src/mdoc/session-transcript.ts';

/** OpenID4VP 1.0, B.2.6.1 and B.2.6.2. */
const nonce = 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA';
const encryptionKey = {
  kty: 'EC',
  crv: 'P-256',
  use: 'enc',
  alg: 'ECDH-ES',
  kid: '1',
  x: 'DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0',
  y: 'XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc',
};
const clientId = 'x509_san_dns:example.com';
const responseUri = 'https://example.com/response';
const handover = (transcript: Cbor): readonly string[] => {
  const [engagement, reader, [name, hash]] = transcript as [null, null, [string, Buffer]];
  assert.deepEqual([engagement, reader], [null, null]);
  return [name, hash.toString('hex')];
};

test('the vectors of OpenID4VP are met', () => {
  assert.deepEqual(handover(redirectTranscript({ clientId, nonce, encryptionKey, responseUri })), [
    'OpenID4VPHandover',
    '048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac',
  ]);
  assert.deepEqual(handover(dcApiTranscript({ origin: 'https://example.com', nonce, encryptionKey })), [
    'OpenID4VPDCAPIHandover',
    'fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a',
  ]);
});

test('each part of each way changes the transcript', () => {
  const endpoint = 'https://example.com/challenge';
  const all = [
    redirectTranscript({ clientId, nonce, encryptionKey, responseUri }),
    redirectTranscript({ clientId, nonce, encryptionKey: undefined, responseUri }),
    redirectTranscript({ clientId, nonce: 'other', encryptionKey, responseUri }),
    redirectTranscript({ clientId: 'other', nonce, encryptionKey, responseUri }),
    redirectTranscript({ clientId, nonce, encryptionKey, responseUri: 'https://example.com/other' }),
    interactionTranscript({ endpoint, nonce, encryptionKey }),
    interactionTranscript({ endpoint: `${endpoint}/other`, nonce, encryptionKey }),
    dcApiTranscript({ origin: endpoint, nonce, encryptionKey }),
  ].map((transcript) => encodeCbor(transcript).toString('hex'));
  assert.equal(new Set(all).size, all.length);
  assert.equal(handover(interactionTranscript({ endpoint, nonce, encryptionKey }))[0], 'OpenID4VCIIAEHandover');
});
