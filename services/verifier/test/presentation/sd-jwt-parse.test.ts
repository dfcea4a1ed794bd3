/** Parsing of the compact form of an SD-JWT. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '@countersign/shared/test/crypto/refuses';
import { MAX_SD_JWT_LENGTH, parseSdJwt } from '../../src/presentation/sd-jwt-parse.ts';

test('with and without disclosures and proof; the hash covers everything up to the last tilde', () => {
  assert.deepEqual(parseSdJwt('a.b.c~'), { jwt: 'a.b.c', disclosures: [], keyBinding: undefined, presented: 'a.b.c~' });
  assert.deepEqual(parseSdJwt('j~d1~d2~k.b.s'), {
    jwt: 'j',
    disclosures: ['d1', 'd2'],
    keyBinding: 'k.b.s',
    presented: 'j~d1~d2~',
  });
  assert.equal(parseSdJwt(`j~${'d~'.repeat(1000)}k`).disclosures.length, 1000);
});

test('a text without the tilde, the JWT or a disclosure is refused', () => {
  for (const token of ['', 'a.b.c', '~', '~d~', 'j~~', 'j~d~~k', 7, undefined, null]) {
    refuses(() => parseSdJwt(token), 'not_sd_jwt');
  }
});

test('a text over the limit is not parsed', () => {
  refuses(() => parseSdJwt(`j~${'d~'.repeat(1001)}k`), 'too_long');
  refuses(() => parseSdJwt(`${'j'.repeat(MAX_SD_JWT_LENGTH)}~`), 'too_long');
});
