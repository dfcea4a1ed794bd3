/** A signing key with a chain of leaf and CA, created without a store. */
import { type KeyObject, X509Certificate } from 'node:crypto';
import { createAuthority, createLeaf } from '../../src/crypto/certificates.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { jwkThumbprint, publicJwkOf } from '../../src/crypto/jwk.ts';
import type { PublicJwk, SigningKey } from '../../src/crypto/keys.ts';
import { localSign } from '../../src/crypto/signing-algorithm.ts';
import { certificateHost, x5cElement } from '../../src/crypto/x509.ts';
import { systemRandom } from '../../src/kernel/random.ts';

export const KEY_NOT_BEFORE = Date.UTC(2030, 0, 1);
export const KEY_NOT_AFTER = Date.UTC(2031, 0, 1);

/** Creates a key, a leaf for it, and the leaf's CA as `anchor`. @param validity milliseconds */
export async function makeSigningKey(
  validity = { notBefore: KEY_NOT_BEFORE, notAfter: KEY_NOT_AFTER },
): Promise<SigningKey & { readonly publicJwk: PublicJwk; readonly anchor: string; readonly privateKey: KeyObject }> {
  const common = { ...validity, tenant: 'acme', host: certificateHost('https://issuer.example'), random: systemRandom };
  const authorityKeys = generateKeyPair();
  const anchor = await createAuthority({ ...common, keys: authorityKeys });
  const { privateKey, publicKey } = generateKeyPair();
  const authority = { certificate: anchor, privateKey: authorityKeys.privateKey };
  const leaf = new X509Certificate(await createLeaf({ ...common, publicKey, authority }));
  const publicJwk = publicJwkOf(publicKey);
  const kid = jwkThumbprint(publicJwk);
  const sign = localSign(privateKey);
  return {
    kid,
    alg: 'ES256',
    privateKey,
    sign,
    publicJwk,
    x5c: [x5cElement(leaf)],
    anchor,
    notAfter: validity.notAfter,
  };
}
