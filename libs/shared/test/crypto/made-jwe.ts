/** Handmade encrypted messages, which can have any header. */
import { createCipheriv, createHash, diffieHellman, type KeyObject } from 'node:crypto';
import { generateKeyPair, type KeyPair } from '../../src/crypto/generate-key.ts';
import { publicJwkOf } from '../../src/crypto/jwk.ts';
import type { JsonObject } from '../../src/kernel/json.ts';

/** base64url of a JSON value. */
export function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A compact JWE by ECDH-ES and A128GCM without party info, with any header. */
export function encrypt(options: {
  readonly text: Buffer;
  readonly publicKey: KeyObject;
  readonly kid: string;
  readonly header?: JsonObject;
  readonly ephemeral?: KeyPair;
}): string {
  const ephemeral = options.ephemeral ?? generateKeyPair();
  const epk = publicJwkOf(ephemeral.publicKey);
  const header = part({ alg: 'ECDH-ES', enc: 'A128GCM', kid: options.kid, epk, ...options.header });
  const secret = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: options.publicKey });
  const info = Buffer.from('000000074131323847434d000000000000000000000080', 'hex');
  const key = createHash('sha256')
    .update(Buffer.from([0, 0, 0, 1]))
    .update(secret)
    .update(info)
    .digest();
  const iv = Buffer.alloc(12, 7);
  const cipher = createCipheriv('aes-128-gcm', key.subarray(0, 16), iv);
  cipher.setAAD(Buffer.from(header));
  const content = Buffer.concat([cipher.update(options.text), cipher.final()]);
  return [header, '', ...[iv, content, cipher.getAuthTag()].map((bytes) => bytes.toString('base64url'))].join('.');
}
