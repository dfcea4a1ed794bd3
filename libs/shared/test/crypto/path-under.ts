/** Certificate chains, each under its own root. */
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { createAuthority, createLeaf } from '../../src/crypto/certificates.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { certificateHost, x5cElement } from '../../src/crypto/x509.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { makeIntermediate } from './intermediate.ts';
import { KEY_NOT_AFTER, KEY_NOT_BEFORE } from './signing-key.ts';

export const validity = { notBefore: KEY_NOT_BEFORE, notAfter: KEY_NOT_AFTER };
export const someone = { ...validity, tenant: 'x', host: certificateHost('https://x.example'), random: systemRandom };

/** A leaf under as many CAs as there are constraints, under a root; top down, undefined means no constraint. */
export async function pathUnder(rootLength: number, ...constraints: readonly (number | undefined)[]) {
  const rootKeys = generateKeyPair();
  const host = certificateHost('https://root.example');
  const root = await createAuthority({ ...someone, keys: rootKeys, host, pathLength: rootLength });
  let issuer = { certificate: root, keys: rootKeys };
  const path: string[] = [];
  for (const [index, pathLength] of constraints.entries()) {
    const keys = generateKeyPair();
    const subject = `CN=between ${index}`;
    const limit = pathLength === undefined ? {} : { pathLength };
    const between = await makeIntermediate({ ...validity, keys, issuer, subject, ...limit });
    issuer = { certificate: between.toString(), keys };
    path.unshift(x5cElement(between));
  }
  const authority = { certificate: issuer.certificate, privateKey: issuer.keys.privateKey };
  const pem = await createLeaf({ ...someone, publicKey: generateKeyPair().publicKey, authority });
  return { x5c: [x5cElement(new X509Certificate(pem)), ...path], anchors: [new X509Certificate(root)] };
}
