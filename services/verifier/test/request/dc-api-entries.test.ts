/** Names of the verifier in a request for a page, and its forms. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type GeneralJWS, generalVerify } from 'jose';
import { ORIGIN, openPageWorld, requestIn } from '../dc-api-world.ts';

const EVERY_FORM = { dcApiRequests: ['unsigned', 'multisigned'] };

test('the configuration adds forms; the signed one is first', async (t) => {
  const world = await openPageWorld(t, EVERY_FORM);
  const { requests } = (await world.create()).digital;
  assert.deepEqual(
    requests.map(({ protocol }) => protocol),
    ['openid4vp-v1-signed', 'openid4vp-v1-multisigned', 'openid4vp-v1-unsigned'],
  );
  const nonces = new Set(requests.map((entry) => requestIn(entry).nonce));
  assert.equal(nonces.size, 1, 'one answer counts, to whichever form');
});

test('multisigned: both names of the certificate of requests, each with a signature that it verifies', async (t) => {
  const world = await openPageWorld(t, EVERY_FORM);
  const entry = (await world.create()).digital.requests.find(({ protocol }) => protocol.endsWith('multisigned'));
  const request = entry?.data.request as unknown as GeneralJWS;
  const headers = request.signatures.map(
    ({ protected: text = '' }) => JSON.parse(Buffer.from(text, 'base64url').toString()) as JsonObject,
  );
  const leaf = (headers[0]?.x5c as string[] | undefined)?.[0];
  const names = headers.map(({ client_id }) => String(client_id));
  assert.match(names[0] ?? '', /^x509_hash:/);
  assert.equal(names[1], 'x509_san_dns:verifier.example');
  const { publicKey } = new X509Certificate(Buffer.from(leaf ?? '', 'base64'));
  for (const signature of request.signatures) {
    const { payload } = await generalVerify({ payload: request.payload, signatures: [signature] }, publicKey);
    const content = JSON.parse(Buffer.from(payload).toString()) as JsonObject;
    assert.ok(!Object.hasOwn(content, 'client_id'));
    assert.ok((content.expected_origins as string[]).includes(ORIGIN));
  }
});

test('where requests are named by host, the hash is the second name', async (t) => {
  const world = await openPageWorld(t, EVERY_FORM, { CLIENT_ID_PREFIX: 'x509_san_dns' });
  const { requests } = (await world.create()).digital;
  const request = requests[1]?.data.request as unknown as GeneralJWS;
  const names = request.signatures.map(
    ({ protected: text = '' }) => (JSON.parse(Buffer.from(text, 'base64url').toString()) as JsonObject).client_id,
  );
  assert.equal(names[0], 'x509_san_dns:verifier.example');
  assert.match(String(names[1]), /^x509_hash:/);
});

test('a certificate that names no host has one name: several signatures are refused', async (t) => {
  const world = await openPageWorld(t, EVERY_FORM, { PUBLIC_URL: 'http://127.0.0.1:1' });
  await assert.rejects(world.create(), { code: 'invalid_request', message: 'The presentation request is not valid' });
});

test('a tenant of profile haip sends no request without a signature', async (t) => {
  const world = await openPageWorld(t, EVERY_FORM, { HAIP: 'true' });
  assert.deepEqual(
    (await world.create()).digital.requests.map(({ protocol }) => protocol),
    ['openid4vp-v1-signed', 'openid4vp-v1-multisigned'],
  );
});
