/** Session transcripts against @owf/mdoc. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import {
  dcApiTranscript,
  interactionTranscript,
  redirectTranscript,
} from '@countersign/verifier/mdoc/session-transcript';
import { SessionTranscript } from '@owf/mdoc';
import { owfContext } from './owf-library.ts';

const nonce = 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA';
const thumbprint = createHash('sha256').update('key').digest();
const hex = (transcript: SessionTranscript): string => Buffer.from(transcript.encode()).toString('hex');

for (const jwkThumbprint of [thumbprint, null]) {
  const encrypted = jwkThumbprint === null ? {} : { jwkThumbprint };
  const form = jwkThumbprint === null ? 'in clear' : 'encrypted';

  test(`an answer by direct_post, ${form}`, async () => {
    const request = { clientId: 'x509_san_dns:example.com', nonce, responseUri: 'https://example.com/response' };
    const theirs = await SessionTranscript.forOid4Vp({ ...request, ...encrypted }, owfContext);
    assert.equal(redirectTranscript({ ...request, jwkThumbprint }).toString('hex'), hex(theirs));
  });

  test(`an answer by the Digital Credentials API, ${form}`, async () => {
    const request = { origin: 'https://example.com', nonce };
    const theirs = await SessionTranscript.forOid4VpDcApi({ ...request, ...encrypted }, owfContext);
    assert.equal(dcApiTranscript({ ...request, jwkThumbprint }).toString('hex'), hex(theirs));
  });

  test(`an answer at the authorization server, ${form}`, async () => {
    const endpoint = 'https://example.com/interactive';
    const request = { interactiveAuthorizationEndpoint: endpoint, nonce, ...encrypted };
    const theirs = await SessionTranscript.forOid4VpIae(request, owfContext);
    assert.equal(interactionTranscript({ endpoint, nonce, jwkThumbprint }).toString('hex'), hex(theirs));
  });
}
