import assert from 'node:assert/strict';
import test from 'node:test';
import { CompactEncrypt, compactDecrypt, importJWK } from 'jose';
import { askEncryption, decryptAnswer, encryptRequest } from '../../src/issuance/encryption.ts';
import type { IssuerMetadata } from '../../src/issuance/metadata.ts';
import { newWalletKey } from '../../src/jwt/keys.ts';
import { WALLETS } from '../../src/profiles/habits.ts';
import type { Answer } from '../../src/sending/answer.ts';

const server = newWalletKey();
const keys = [{ ...server.publicJwk, kid: 'k1', alg: 'ECDH-ES' }];
const enc_values_supported = ['A256GCM', 'A128GCM'];
const offer = { enc_values_supported, zip_values_supported: ['DEF'], encryption_required: false };
const metadata = { credential_response_encryption: offer } as unknown as IssuerMetadata;

function answerOf(text: string, status: number, type: string): Answer {
  return { status, text, headers: new Headers({ 'content-type': type }), json: undefined };
}

async function encrypted(jwk: object, header: object): Promise<string> {
  return new CompactEncrypt(Buffer.from('{"credentials":[]}'))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', ...header })
    .encrypt(await importJWK(jwk as never, 'ECDH-ES'));
}

test('a request is encrypted to the first key, with the habits of each wallet', async () => {
  for (const [wallet, expected] of [
    ['eudi-kotlin', { zip: 'DEF', jwk: server.publicJwk }],
    ['suite', { cty: 'json' }],
    ['eudi-ios', {}],
  ] as const) {
    const sent = await encryptRequest({ ...offer, jwks: { keys } }, { a: 1 }, WALLETS[wallet].encryption);
    const { plaintext, protectedHeader } = await compactDecrypt(sent, server.privateKey);
    const { epk: _, ...header } = protectedHeader;
    assert.deepEqual(header, { alg: 'ECDH-ES', enc: 'A256GCM', kid: 'k1', ...expected });
    assert.deepEqual(JSON.parse(new TextDecoder().decode(plaintext)), { a: 1 });
  }
});

test('an answer is read in clear, where it is encrypted as asked', async () => {
  const asked = askEncryption(metadata, WALLETS.suite.encryption) ?? assert.fail();
  assert.equal(asked.member.zip, 'DEF');
  const good = await encrypted(asked.member.jwk, { kid: asked.key.thumbprint, zip: 'DEF' });
  const read = await decryptAnswer(answerOf(good, 200, 'application/jwt'), asked);
  assert.deepEqual(read.json, { credentials: [] });
  const notCompressed = await encrypted(asked.member.jwk, { kid: asked.key.thumbprint });
  await assert.rejects(decryptAnswer(answerOf(notCompressed, 200, 'application/jwt'), asked), /zip/);
  const otherKid = await encrypted(asked.member.jwk, { kid: 'x', zip: 'DEF' });
  await assert.rejects(decryptAnswer(answerOf(otherKid, 200, 'application/jwt'), asked), /a different key/);
  await assert.rejects(decryptAnswer(answerOf('{}', 200, 'application/json'), asked), /Encrypted false/);
  await assert.rejects(decryptAnswer(answerOf(good, 200, 'application/jwt'), undefined), /Encrypted true/);
  assert.equal((await decryptAnswer(answerOf('{}', 400, 'application/json'), asked)).status, 400);
});

test('a wallet that does not encrypt does where the issuer requires it', () => {
  const required = { credential_response_encryption: { ...offer, encryption_required: true } } as never;
  assert.equal(askEncryption(metadata, WALLETS.credo.encryption), undefined);
  assert.ok(askEncryption(required, WALLETS.credo.encryption) !== undefined);
});
