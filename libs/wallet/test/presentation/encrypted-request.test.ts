import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompactEncrypt, importJWK } from 'jose';
import { askEncryptedRequest, openRequestObject } from '../../src/presentation/encrypted-request.ts';

const SIGNED = 'e30.e30.c2ln';
const encrypted = async (asked: ReturnType<typeof askEncryptedRequest>, header: object = {}) =>
  new CompactEncrypt(Buffer.from(SIGNED))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM', kid: asked.key.thumbprint, cty: 'JWT', ...header })
    .encrypt(await importJWK({ ...asked.key.publicJwk }, 'ECDH-ES'));

test('a request that is encrypted to the key of the wallet opens', async () => {
  const asked = askEncryptedRequest();
  assert.equal(await openRequestObject(await encrypted(asked), asked, 'demanded'), SIGNED);
});

test('a plain request is taken by a wallet that only asks', async () => {
  const asked = askEncryptedRequest();
  assert.equal(await openRequestObject(SIGNED, asked, 'asked'), SIGNED);
  await assert.rejects(openRequestObject(SIGNED, asked, 'demanded'), /not encrypted/);
});

test('a request without cty, and one for another key, are refused', async () => {
  const asked = askEncryptedRequest();
  await assert.rejects(openRequestObject(await encrypted(asked, { cty: undefined }), asked, 'asked'), /a JWT/);
  await assert.rejects(openRequestObject(await encrypted(asked, { kid: 'other' }), asked, 'asked'), /another key/);
  await assert.rejects(openRequestObject(await encrypted(askEncryptedRequest()), asked, 'asked'));
});
