import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { CertificateError } from '../../src/crypto/certificate-error.ts';
import { verifyCertificateChain } from '../../src/crypto/certificate-path.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { importPublicJwk, publicJwkOf } from '../../src/crypto/jwk.ts';
import { createKnownKeys } from '../../src/crypto/known-keys.ts';
import { verifyCertificatePath } from '../../src/crypto/x5c.ts';
import { pathUnder } from './path-under.ts';
import { refuses } from './refuses.ts';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE, makeSigningKey } from './signing-key.ts';

const now = KEY_NOT_BEFORE + 1000;

test('what is known is bounded: the least recently used key is imported again', () => {
  const known = createKnownKeys();
  const jwk = publicJwkOf(generateKeyPair().publicKey);
  const { publicKey } = generateKeyPair();
  const first = importPublicJwk(jwk, known);
  for (let i = 0; i < 1999; i += 1) known.imported.set(String(i), publicKey);
  assert.equal(importPublicJwk(jwk, known), first);
  for (let i = 0; i < 2000; i += 1) known.imported.set(String(i), publicKey);
  assert.notEqual(importPublicJwk(jwk, known), first);
});

test('each one knows only what it was used for', () => {
  const jwk = publicJwkOf(generateKeyPair().publicKey);
  assert.notEqual(importPublicJwk(jwk, createKnownKeys()), importPublicJwk(jwk, createKnownKeys()));
});

test('an accepted path is cached for a minute, under its own anchors only, and never past its end', async () => {
  const { x5c, anchors } = await pathUnder(0);
  const foreignAnchor = new X509Certificate((await makeSigningKey()).anchor);
  const known = createKnownKeys();
  const verify = (chain: readonly string[], under: readonly X509Certificate[], at: number): X509Certificate =>
    verifyCertificatePath([...chain], under, at, 'credential', known);
  const first = verify(x5c, anchors, now);
  assert.equal(verify(x5c, anchors, now + 59_999), first);
  assert.notEqual(verify(x5c, anchors, now + 60_000), first);
  refuses(() => verify(x5c, [foreignAnchor], now), 'certificate_path');
  refuses(() => verify(x5c, [], now), 'certificate_path');
  refuses(() => verify([...x5c, ...x5c], anchors, now), 'certificate_path');
  refuses(() => verify(x5c, anchors, KEY_NOT_BEFORE - 1), 'certificate_path');
  verify(x5c, anchors, KEY_NOT_AFTER);
  refuses(() => verify(x5c, anchors, KEY_NOT_AFTER + 1), 'certificate_path');
});

test('the cached path of a chain does not count for the same bytes, divided in another way', async () => {
  const { x5c, anchors } = await pathUnder(1, undefined);
  const chain = x5c.map((element) => Buffer.from(element, 'base64'));
  const known = createKnownKeys();
  const verify = (divided: readonly Buffer[], under: readonly X509Certificate[]): X509Certificate =>
    verifyCertificateChain(divided, under, now, 'credential', known);
  verify(chain, anchors);
  assert.throws(() => verify([Buffer.concat(chain)], anchors), CertificateError);
  // The anchors as certificates of the chain, and no trusted one.
  const all = [...chain, ...anchors.map(({ raw }) => raw)];
  assert.throws(() => verify(all, []), CertificateError);
});
