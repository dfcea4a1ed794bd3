import 'reflect-metadata';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { KeyUsageFlags } from '@peculiar/x509';
import { createAuthority } from '../../src/crypto/certificates.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { JwtError } from '../../src/crypto/jwt-error.ts';
import type { Signed } from '../../src/crypto/key-usage.ts';
import { verifyCertificatePath } from '../../src/crypto/x5c.ts';
import { certificateHost, x5cElement } from '../../src/crypto/x509.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { makeIntermediate } from './intermediate.ts';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE } from './signing-key.ts';

const validity = { notBefore: KEY_NOT_BEFORE, notAfter: KEY_NOT_AFTER };
const rootKeys = generateKeyPair();
const host = certificateHost('https://root.example');
const root = await createAuthority({ ...validity, keys: rootKeys, tenant: 'ca', host, random: systemRandom });

const { digitalSignature, contentCommitment, keyAgreement, keyEncipherment, keyCertSign, cRLSign } = {
  ...KeyUsageFlags,
  contentCommitment: KeyUsageFlags.nonRepudiation,
};

const seals: readonly Signed[] = ['credential', 'attestation', 'list', 'access'];
const all: readonly Signed[] = [...seals, 'mdoc'];
const usages: Record<string, [usage: KeyUsageFlags | undefined, allowed: readonly Signed[]]> = {
  'no restriction': [undefined, all],
  'type A, contentCommitment alone': [contentCommitment, seals],
  'type B, contentCommitment and digitalSignature': [contentCommitment | digitalSignature, all],
  'type C, digitalSignature alone': [digitalSignature, all],
  'type D, digitalSignature and keyAgreement': [digitalSignature | keyAgreement, all],
  'type E, keyEncipherment alone': [keyEncipherment, ['access']],
  'type F, all of them': [contentCommitment | digitalSignature | keyEncipherment, all],
  'decipherOnly alone, in the second byte': [KeyUsageFlags.decipherOnly, ['access']],
  'keyCertSign beside digitalSignature': [digitalSignature | keyCertSign, []],
  'cRLSign beside contentCommitment': [contentCommitment | cRLSign, []],
};

function isUnfit(error: unknown): boolean {
  return error instanceof JwtError && error.facts?.detail === 'not_for_signatures';
}

for (const [name, [usage, allowed]] of Object.entries(usages)) {
  test(`key usage with ${name}: ${allowed.join(', ') || 'for nothing that is signed'}`, async () => {
    const issuer = { certificate: root, keys: rootKeys };
    const restricted = usage === undefined ? {} : { usage };
    const leaf = await makeIntermediate({ ...validity, keys: generateKeyPair(), issuer, ca: false, ...restricted });
    const anchors = [new X509Certificate(root)];
    // Twice, from both ends: a path that is cached for one purpose must not be used for another.
    for (const signed of [...all, ...all.toReversed()]) {
      const verify = () => verifyCertificatePath([x5cElement(leaf)], anchors, KEY_NOT_BEFORE, signed);
      if (allowed.includes(signed)) assert.ok(verify().publicKey.equals(leaf.publicKey), signed);
      else assert.throws(verify, isUnfit, signed);
    }
  });
}
