import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateAgreementJwk, generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { importPublicJwk } from '@countersign/shared/crypto/jwk';
import { encrypt } from '@countersign/shared/test/crypto/made-jwe';
import { decryptResponse, parseEncryptedResponse } from '../../src/presentation/encrypted-response.ts';
import { refuses, refusesWith } from './refuses.ts';

const { d, ...point } = generateAgreementJwk();
const publicKey = importPublicJwk(point);
const text = Buffer.from('{"vp_token":{}}');

test('a response opens with the key of its request', () => {
  const jwe = parseEncryptedResponse(encrypt({ text, publicKey, kid: 'k' }));
  assert.equal(decryptResponse({ jwe, privateKey: { d }, kid: 'k' }).toString(), text.toString());
});

test('each refusal of a JWE is one of a presentation; compressed content is none of them that opens', () => {
  refuses(() => parseEncryptedResponse('x'), 'jwe_header');
  refuses(() => parseEncryptedResponse(encrypt({ text, publicKey, kid: 'k', header: { zip: 'DEF' } })), 'jwe_header');
  refuses(() => parseEncryptedResponse(encrypt({ text, publicKey, kid: '' })), 'unknown_key');
  const jwe = parseEncryptedResponse(encrypt({ text, publicKey, kid: 'k' }));
  refuses(() => decryptResponse({ jwe, privateKey: { d }, kid: 'other' }), 'unknown_key');
  const foreign = parseEncryptedResponse(encrypt({ text, publicKey: generateKeyPair().publicKey, kid: 'k' }));
  refuses(() => decryptResponse({ jwe: foreign, privateKey: { d }, kid: 'k' }), 'decrypt');
});

test('facts of a refused JWE: its parameter, what is expected and what came; no kid', () => {
  const zip = encrypt({ text, publicKey, kid: 'k', header: { zip: 'DEF' } });
  refusesWith(() => parseEncryptedResponse(zip), 'jwe_header', { parameter: 'zip', received: 'DEF' });
  refusesWith(() => parseEncryptedResponse(encrypt({ text, publicKey, kid: '' })), 'unknown_key', {
    detail: 'malformed',
  });
});
