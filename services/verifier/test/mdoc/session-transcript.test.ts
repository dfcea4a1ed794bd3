import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  dcApiTranscript,
  interactionTranscript,
  isoMdocTranscript,
  redirectTranscript,
} from '../../src/mdoc/session-transcript.ts';

/** The examples of OpenID4VP 1.0, B.2.6, and OpenID4VCI 1.1, A.2.5, use the same nonce and key. */
const nonce = 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA';
const jwkThumbprint = Buffer.from('4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047', 'hex');

/** [null, null, [name, digest]], written by hand. */
function expected(name: string, digest: string): string {
  const text = Buffer.from(name).toString('hex');
  assert.ok(name.length < 24);
  return `83f6f682${(0x60 + name.length).toString(16)}${text}5820${digest}`;
}

test('the redirect handover is that of the example', () => {
  const parts = { clientId: 'x509_san_dns:example.com', responseUri: 'https://example.com/response' };
  assert.equal(
    redirectTranscript({ ...parts, nonce, jwkThumbprint }).toString('hex'),
    expected('OpenID4VPHandover', '048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac'),
  );
});

test('the handover of the Digital Credentials API is that of the example', () => {
  assert.equal(
    dcApiTranscript({ origin: 'https://example.com', nonce, jwkThumbprint }).toString('hex'),
    expected('OpenID4VPDCAPIHandover', 'fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a'),
  );
});

test('the handover of an interactive authorization is that of the example', () => {
  assert.equal(
    interactionTranscript({ endpoint: 'https://example.com/iae', nonce, jwkThumbprint }).toString('hex'),
    expected('OpenID4VCIIAEHandover', 'df679426cc1bf8996e8eb549ee078815a87a97c5e95c1c5a8ec39eedca28a838'),
  );
});

test('without encryption the thumbprint is null', () => {
  // ["https://a", "n", null]
  const info = Buffer.from('836968747470733a2f2f61616ef6', 'hex');
  const digest = createHash('sha256').update(info).digest('hex');
  const transcript = dcApiTranscript({ origin: 'https://a', nonce: 'n', jwkThumbprint: null });
  assert.equal(transcript.toString('hex'), expected('OpenID4VPDCAPIHandover', digest));
});

test('the handover of org-iso-mdoc hashes the encryption information as sent, and the origin', () => {
  // ["AQ", "https://a"]
  const info = Buffer.from('826241516968747470733a2f2f61', 'hex');
  const digest = createHash('sha256').update(info).digest('hex');
  const transcript = isoMdocTranscript({ encryptionInfo: 'AQ', origin: 'https://a' });
  assert.equal(transcript.toString('hex'), expected('dcapi', digest));
});

test('every part of a request makes another transcript', () => {
  const parts = { clientId: 'c', nonce: 'n', jwkThumbprint, responseUri: 'r' };
  const transcripts = [
    redirectTranscript(parts),
    redirectTranscript({ ...parts, clientId: 'C' }),
    redirectTranscript({ ...parts, nonce: 'N' }),
    redirectTranscript({ ...parts, jwkThumbprint: null }),
    redirectTranscript({ ...parts, responseUri: 'R' }),
    dcApiTranscript({ origin: 'c', nonce: 'n', jwkThumbprint }),
    interactionTranscript({ endpoint: 'c', nonce: 'n', jwkThumbprint }),
    isoMdocTranscript({ encryptionInfo: 'c', origin: 'n' }),
  ];
  assert.equal(new Set(transcripts.map(String)).size, transcripts.length);
});
