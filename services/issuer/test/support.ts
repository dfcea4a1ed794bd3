/** Shared by the tests of the protocol code: keys, tokens of any content, and the assertion for refusals. */
import { createHash, type KeyObject, sign } from 'node:crypto';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import type { JsonObject } from '@countersign/shared/kernel/json';

export const ISSUER = 'https://issuer.example/t1';
/** 2027-01-15T08:00:00Z, milliseconds: a whole hour. */
export const NOW = Date.UTC(2027, 0, 15, 8);
export const NOW_SECONDS = NOW / 1000;

export interface Signer {
  readonly privateKey: KeyObject;
  readonly jwk: PublicJwk;
  /** RFC 7638, computed without the code under test. */
  readonly thumbprint: string;
}

export function signer(): Signer {
  const { privateKey, publicKey } = generateKeyPair();
  const jwk = publicJwkOf(publicKey);
  return { privateKey, jwk, thumbprint: sha256(`{"crv":"P-256","kty":"EC","x":"${jwk.x}","y":"${jwk.y}"}`) };
}

/** SHA-256 of an ASCII string, base64url. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'ascii').digest('base64url');
}

/** A token with any header and payload, signed by that key with ECDSA and SHA-256 regardless of the header. */
export function jwt(header: JsonObject, payload: JsonObject, key: KeyObject): string {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

export function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The token with one bit of its signature flipped. */
export function withBrokenSignature(token: string): string {
  const dot = token.lastIndexOf('.') + 1;
  const signature = Buffer.from(token.slice(dot), 'base64url');
  signature.writeUInt8(signature.readUInt8(40) ^ 1, 40);
  return token.slice(0, dot) + signature.toString('base64url');
}

/** The object without one member. */
export function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}
