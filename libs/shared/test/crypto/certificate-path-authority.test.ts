import 'reflect-metadata';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { KeyUsageFlags } from '@peculiar/x509';
import { createAuthority } from '../../src/crypto/certificates.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { verifyCertificatePath } from '../../src/crypto/x5c.ts';
import { certificateHost, x5cElement } from '../../src/crypto/x509.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { makeIntermediate } from './intermediate.ts';
import { refusal } from './refuses.ts';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE } from './signing-key.ts';

const now = KEY_NOT_BEFORE + 1000;

test('a CA is no signer of data, even where its key usage allows that', async () => {
  const validity = { notBefore: KEY_NOT_BEFORE, notAfter: KEY_NOT_AFTER };
  const [rootKeys, keys] = [generateKeyPair(), generateKeyPair()];
  const host = certificateHost('https://root.example');
  const named = { ...validity, tenant: 'x', random: systemRandom, host };
  const root = await createAuthority({ ...named, keys: rootKeys, pathLength: 1 });
  const made = { ...validity, keys, issuer: { certificate: root, keys: rootKeys } };
  const { digitalSignature, keyCertSign } = KeyUsageFlags;
  const detail = async (ca: boolean): Promise<unknown> => {
    // RFC 5280, 4.2.1.9: keyCertSign is for CAs only.
    const usage = ca ? digitalSignature | keyCertSign : digitalSignature;
    const certificate = await makeIntermediate({ ...made, ca, usage });
    const verify = () => verifyCertificatePath([x5cElement(certificate)], [new X509Certificate(root)], now);
    return ca ? refusal(verify, 'certificate_path').facts?.detail : verify().ca;
  };
  assert.equal(await detail(false), false);
  assert.equal(await detail(true), 'not_for_signatures');
});
