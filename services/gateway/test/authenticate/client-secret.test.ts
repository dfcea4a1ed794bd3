/** Hashes of client secrets: their form, their limits, and the inputs of a fingerprint. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hashSecret,
  isSecretHash,
  sameSecret,
  secretFingerprint,
  secretMatches,
} from '../../src/authenticate/client-secret.ts';

const SECRET = 'a-secret-0123456789';
const random = (size: number): Buffer => Buffer.alloc(size, 7);
/** A hash that costs little: the parameters are read from the text. */
const cheap = 'scrypt$2$1$1$BwcHBwcHBwcHBwcHBwcHBw$';

test('a hash names its parameters, and only its own secret matches it', async () => {
  const hash = await hashSecret(SECRET, random);
  assert.match(hash, /^scrypt\$16384\$8\$1\$BwcHBwcHBwcHBwcHBwcHBw\$[\w-]{43}$/);
  assert.ok(isSecretHash(hash));
  assert.equal(await secretMatches(SECRET, hash), true);
  assert.equal(await secretMatches(`${SECRET} `, hash), false);
});

test('two hashes of one secret differ by their salt', async () => {
  const other = (size: number): Buffer => Buffer.alloc(size, 8);
  assert.notEqual(await hashSecret(SECRET, random), await hashSecret(SECRET, other));
});

test('a text that is no hash, or one that costs more memory than a login may, matches nothing', async () => {
  const hash = 'A'.repeat(43);
  assert.ok(isSecretHash(`${cheap}${hash}`));
  const bad = [
    '',
    SECRET,
    `${cheap}${hash}A`,
    `${cheap.replace('$2$', '$3$')}${hash}`,
    `${cheap.replace('$2$', '$1$')}${hash}`,
    `${cheap.replace('$2$1$1$', '$65536$8$1$')}${hash}`,
    `${cheap.replace('$2$1$1$', '$2$0$1$')}${hash}`,
    `${cheap.replace('$2$1$1$', '$2$1$0$')}${hash}`,
  ];
  for (const text of bad) {
    assert.equal(isSecretHash(text), false, text);
    assert.equal(await secretMatches(SECRET, text), false, text);
  }
});

test('whole texts are compared', () => {
  assert.equal(sameSecret('a', 'a'), true);
  assert.equal(sameSecret('', ''), true);
  assert.equal(sameSecret('a', 'a\0'), false);
  assert.equal(sameSecret('a', 'A'), false);
});

test('a fingerprint changes with the stored form, the client and the key, and reveals none of them', () => {
  const own = secretFingerprint(SECRET, 'client', 'key');
  assert.match(own, /^[\w-]{22}$/);
  assert.equal(own, secretFingerprint(SECRET, 'client', 'key'));
  const others = [
    secretFingerprint(`${SECRET}x`, 'client', 'key'),
    secretFingerprint(SECRET, 'other', 'key'),
    secretFingerprint(SECRET, 'client', 'yek'),
  ];
  assert.equal(new Set([own, ...others]).size, 4);
});
