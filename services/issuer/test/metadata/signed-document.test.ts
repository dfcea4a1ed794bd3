import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyRing, SigningKey } from '@countersign/shared/crypto/keys';
import { makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import type { JsonDocument } from '../../src/metadata/cached-documents.ts';
import { signedDocument } from '../../src/metadata/signed-document.ts';

const HOUR = 3_600_000;
const MIDNIGHT = Date.UTC(2030, 0, 1);
const [first, second] = [await makeSigningKey(), await makeSigningKey()];
const ISSUER = 'https://issuer.example';
const text = '{"credential_issuer":"https://issuer.example"}';

function documentOf(version: string): JsonDocument {
  return { text, bytes: Buffer.from(text), etag: `"${version}"` };
}

function replica() {
  const state = { now: MIDNIGHT, key: first as SigningKey };
  const keys = { signer: async () => state.key } as unknown as KeyRing;
  const document = documentOf('v1');
  return {
    state,
    get: async (given = document) => {
      const platform = { keys, clock: () => state.now };
      const { raw, headers, contentType } = await signedDocument(platform, { tenant: 't', issuer: ISSUER }, given);
      const [, payload = ''] = String(raw).split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number; exp: number };
      return { text: String(raw), etag: headers?.etag, contentType, ...claims };
    },
  };
}

test('the same bytes are served until the document, the key or the period changes', async () => {
  const { state, get } = replica();
  const served = await get();
  assert.equal(served.contentType, 'application/jwt');
  state.now += 12 * HOUR - 1;
  assert.equal((await get()).text, served.text);
  const next = documentOf('v2');
  const changed = await get(next);
  assert.notEqual(changed.etag, served.etag);
  state.key = second;
  const rotated = await get(next);
  assert.notEqual(rotated.etag, changed.etag);
  state.now += 1;
  assert.notEqual((await get(next)).etag, rotated.etag);
});

test('what is served always has more than half of its lifetime left', async () => {
  const { state, get } = replica();
  for (const hours of [0, 5, 11.99, 12, 23.99, 24, 100]) {
    state.now = MIDNIGHT + hours * HOUR;
    const { exp } = await get();
    assert.ok(exp * 1000 - state.now >= 12 * HOUR - 1000, String(hours));
  }
});

test('replicas sign differently and have one weak entity tag, which is not that of the JSON form', async () => {
  const [one, other] = [replica(), replica()];
  other.state.now += HOUR;
  const [a, b] = [await one.get(), await other.get()];
  assert.notEqual(a.text, b.text);
  assert.equal(a.etag, b.etag);
  assert.match(a.etag ?? '', /^W\/".+\.jwt"$/);
});
