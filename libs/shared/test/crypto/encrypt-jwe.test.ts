import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import * as jose from 'jose';
import { encryptJwe, recipientKey } from '../../src/crypto/encrypt-jwe.ts';
import { generateAgreementJwk } from '../../src/crypto/generate-key.ts';
import { decryptJwe, parseJwe } from '../../src/crypto/jwe.ts';
import { CONTENT_ENCRYPTIONS } from '../../src/crypto/jwe-agreement.ts';
import { JweError } from '../../src/crypto/jwe-error.ts';
import { systemRandom as random } from '../../src/kernel/random.ts';

const { d, ...point } = generateAgreementJwk();
const jwk = { ...point, kid: 'key-1', alg: 'ECDH-ES', use: 'enc' };
const recipient = recipientKey(jwk);
const privateKey = createPrivateKey({ key: { ...point, d }, format: 'jwk' });
const plaintext = JSON.stringify({ credentials: [{ credential: 'a'.repeat(4000) }] });

for (const enc of CONTENT_ENCRYPTIONS) {
  for (const compress of [false, true]) {
    test(`the other library opens what is encrypted here: ${enc}, compressed ${compress}`, async () => {
      const made = encryptJwe({ plaintext, recipient, enc, compress, random });
      const opened = await jose.compactDecrypt(made, privateKey);
      assert.equal(Buffer.from(opened.plaintext).toString(), plaintext);
      const { epk, ...header } = opened.protectedHeader;
      assert.deepEqual(header, { alg: 'ECDH-ES', enc, kid: 'key-1', ...(compress ? { zip: 'DEF' } : {}) });
      assert.deepEqual(Object.keys(epk ?? {}).sort(), ['crv', 'kty', 'x', 'y']);
      assert.equal(made.length < plaintext.length, compress);
    });

    test(`what is encrypted here opens here: ${enc}, compressed ${compress}`, () => {
      const made = encryptJwe({ plaintext, recipient, enc, compress, random });
      const jwe = parseJwe(made, { compressed: true });
      assert.equal(jwe.compressed, compress);
      const opened = decryptJwe({ jwe, privateKey: { d }, kid: 'key-1', maxBytes: plaintext.length });
      assert.equal(opened.toString(), plaintext);
    });

    test(`what the other library encrypts opens here: ${enc}, compressed ${compress}`, async () => {
      const made = await new jose.CompactEncrypt(Buffer.from(plaintext))
        .setProtectedHeader({ alg: 'ECDH-ES', enc, kid: 'key-1', ...(compress ? { zip: 'DEF' } : {}) })
        .encrypt(await jose.importJWK(jwk, 'ECDH-ES'));
      const jwe = parseJwe(made, { compressed: true });
      assert.equal(decryptJwe({ jwe, privateKey: { d }, kid: 'key-1', maxBytes: 10_000 }).toString(), plaintext);
    });
  }
}

test('each message has a key and a vector of its own', () => {
  const all = [1, 2, 3].map(() => parseJwe(encryptJwe({ plaintext, recipient, enc: 'A128GCM', random })));
  assert.equal(new Set(all.map(({ epk }) => epk.x)).size, 3);
  assert.equal(new Set(all.map(({ iv }) => iv.toString('hex'))).size, 3);
});

test('any text comes back, compressed or not; the compressed text is raw DEFLATE', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.boolean(), (text, compress) => {
      const jwe = parseJwe(encryptJwe({ plaintext: text, recipient, enc: 'A256GCM', compress, random }), {
        compressed: true,
      });
      const opened = decryptJwe({ jwe, privateKey: { d }, kid: 'key-1', maxBytes: 2000 });
      assert.equal(opened.toString(), Buffer.from(text).toString());
      if (!compress) return;
      const packed = decryptJwe({ jwe: { ...jwe, compressed: false }, privateKey: { d }, kid: 'key-1' });
      assert.deepEqual(inflateRawSync(packed), opened);
    }),
  );
});

test('a key without kid is used; its message has none', () => {
  const { kid: _, ...unnamed } = jwk;
  const made = encryptJwe({ plaintext, recipient: recipientKey(unnamed), enc: 'A128GCM', random });
  assert.ok(!Object.hasOwn(jose.decodeProtectedHeader(made), 'kid'));
});

const refused: Record<string, unknown> = {
  'no key': undefined,
  'a text': 'key',
  'a list': [jwk],
  'a private key': { ...jwk, d },
  'a symmetric key': { ...jwk, k: 'AAAA' },
  'an oct key': { kty: 'oct', k: 'AAAA', alg: 'ECDH-ES' },
  'no alg': { ...point, kid: 'key-1' },
  'another alg': { ...jwk, alg: 'ECDH-ES+A256KW' },
  'the algorithm of signatures': { ...jwk, alg: 'ES256' },
  'a key for signatures': { ...jwk, use: 'sig' },
  'another curve': { ...jwk, crv: 'P-384' },
  'another key type': { ...jwk, kty: 'OKP' },
  'a point off the curve': { ...jwk, y: point.x },
  'a huge coordinate': { ...jwk, x: 'A'.repeat(100_000) },
  'a short coordinate': { ...jwk, x: 'AAAA' },
  'a padded coordinate': { ...jwk, x: `${point.x}=` },
  'a coordinate that is a number': { ...jwk, y: 1 },
  'a kid that is a number': { ...jwk, kid: 1 },
  'a huge kid': { ...jwk, kid: 'x'.repeat(257) },
};

for (const [name, key] of Object.entries(refused)) {
  test(`not encrypted to: ${name}`, () => {
    assert.throws(
      () => recipientKey(key as never),
      (error) => error instanceof JweError && error.reason === 'key',
    );
  });
}

test('members that are not known are ignored', () => {
  assert.deepEqual(recipientKey({ ...jwk, x5c: ['x'], key_ops: [], ext: true }), {
    x: point.x,
    y: point.y,
    kid: 'key-1',
  });
});

const faults: readonly [key: unknown, facts: object][] = [
  [undefined, { parameter: 'jwk' }],
  [
    { ...jwk, d },
    { parameter: 'jwk', detail: 'private' },
  ],
  [
    { ...jwk, kty: 'OKP' },
    { parameter: 'jwk.kty', expected: 'EC', received: 'OKP' },
  ],
  [
    { ...jwk, crv: 'P-384' },
    { parameter: 'jwk.crv', expected: 'P-256', received: 'P-384' },
  ],
  [
    { ...point, kid: 'k' },
    { parameter: 'jwk.alg', expected: 'ECDH-ES' },
  ],
  [
    { ...jwk, use: 'sig' },
    { parameter: 'jwk.use', expected: 'enc', received: 'sig' },
  ],
  [{ ...jwk, x: 'AAAA' }, { parameter: 'jwk.x' }],
  [
    { ...jwk, y: point.x },
    { parameter: 'jwk', detail: 'not_on_curve' },
  ],
  [{ ...jwk, kid: 1 }, { parameter: 'jwk.kid' }],
];
for (const [key, facts] of faults) {
  test(`a refused key says why: ${JSON.stringify(facts)}`, () => {
    assert.throws(
      () => recipientKey(key as never),
      (error) => {
        assert.ok(error instanceof JweError);
        assert.deepEqual(error.facts, facts);
        return true;
      },
    );
  });
}

test('a key need not name its algorithm where the protocol does not demand it, and the header may name the content', () => {
  const { alg: _, ...unnamed } = jwk;
  assert.throws(() => recipientKey(unnamed), { name: 'JweError' });
  const { kid, ...point } = recipientKey(unnamed, { algorithm: 'optional' });
  assert.equal(kid, 'key-1');
  assert.throws(() => recipientKey({ ...unnamed, alg: 'RSA1_5' }, { algorithm: 'optional' }), { name: 'JweError' });
  const made = encryptJwe({ plaintext, recipient: point, enc: 'A128GCM', cty: 'JWT', random });
  const header = JSON.parse(Buffer.from(made.split('.')[0] ?? '', 'base64url').toString('utf8'));
  assert.deepEqual([header.cty, header.kid], ['JWT', undefined]);
});
