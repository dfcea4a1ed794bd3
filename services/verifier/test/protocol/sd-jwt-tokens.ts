/** SD-JWTs made by hand, good ones and others, rightly signed unless told otherwise. */
import { createHash } from 'node:crypto';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { signEs256 } from '@countersign/shared/crypto/jwt';

export const issuer = generateKeyPair();
export const holder = generateKeyPair();
export const holderJwk = publicJwkOf(holder.publicKey);

/** Milliseconds; a full second. */
export const NOW = Date.UTC(2030, 5, 1);
export const SECONDS = NOW / 1000;
export const AUDIENCE = 'x509_hash:verifier';
export const NONCE = 'a nonce of the request';

/** base64url of a JSON value, or of a JSON text. */
export function part(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** A signed JWT of any header and payload (objects, or JSON texts). */
export function jwtOf(header: unknown, payload: unknown, privateKey = issuer.privateKey): string {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${signEs256(input, privateKey)}`;
}

export const header = { typ: 'dc+sd-jwt', alg: 'ES256' };
export const claims = {
  vct: 'https://issuer.example/vct',
  iss: 'https://issuer.example',
  cnf: { jwk: { ...holderJwk } },
};

/** A credential whose payload is `claims` and `more`. */
export function credentialOf(more: object = {}, disclosures: readonly string[] = [], head: object = header): string {
  return `${jwtOf(head, { ...claims, ...more })}~${disclosures.map((text) => `${text}~`).join('')}`;
}

/** The credential, presented with a Key Binding JWT. */
export function presentationOf(
  credential: string,
  payload: object = {},
  head: object = { typ: 'kb+jwt', alg: 'ES256' },
  privateKey = holder.privateKey,
): string {
  const good = { iat: SECONDS, aud: AUDIENCE, nonce: NONCE, sd_hash: hash(credential) };
  return credential + jwtOf(head, { ...good, ...payload }, privateKey);
}
