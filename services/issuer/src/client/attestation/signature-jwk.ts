/**
 * Public keys of the three NIST curves as JWK, for signatures by keys that no credential is bound to, such as a wallet
 * instance's key (EU TS 3, 2.6). Credential keys are always P-256: `importPublicJwk`.
 */
import type { KeyObject } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import { decodeBase64url } from '@countersign/shared/crypto/base64url';
import { isPublicForSignatures, unusableKey } from '@countersign/shared/crypto/jwk';
import type { SignatureAlgorithm } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { type Json, own } from '@countersign/shared/kernel/json';
import { receivedFact } from '@countersign/shared/kernel/reasons/received';

export interface SignatureKey {
  readonly key: KeyObject;
  /** RFC 7638, SHA-256, base64url. */
  readonly thumbprint: string;
}

interface Curve {
  readonly alg: SignatureAlgorithm;
  /** Octets of a coordinate (RFC 7518, 6.2.1.2). */
  readonly bytes: number;
}

const CURVES: ReadonlyMap<Json | undefined, Curve> = new Map([
  ['P-256', { alg: 'ES256', bytes: 32 }],
  ['P-384', { alg: 'ES384', bytes: 48 }],
  ['P-521', { alg: 'ES512', bytes: 66 }],
]);

/**
 * Imports an external public key. Unknown members are ignored. A key whose members exclude signatures of the curve's
 * algorithm is refused.
 * @throws JwtError `key`
 */
export function importSignatureJwk(jwk: Json | undefined, known?: KnownKeys): SignatureKey {
  if (!isPublicForSignatures(jwk)) throw unusableKey(jwk);
  const [crv, alg] = [own(jwk, 'crv'), own(jwk, 'alg')];
  const curve = CURVES.get(crv);
  if (curve === undefined || own(jwk, 'kty') !== 'EC') {
    const expectedAny = [...CURVES.keys()].filter((name) => typeof name === 'string');
    throw new JwtError('key', { facts: { claim: 'crv', expectedAny, ...receivedFact(crv) } });
  }
  if (alg !== undefined && alg !== curve.alg) {
    throw new JwtError('key', { facts: { claim: 'alg', expected: curve.alg, ...receivedFact(alg) } });
  }
  const [x, y] = [coordinate(own(jwk, 'x'), curve), coordinate(own(jwk, 'y'), curve)];
  // RFC 7638, 3.2: in this order.
  const members = JSON.stringify({ crv, kty: 'EC', x, y });
  return { key: keyOf(members, known), thumbprint: hashOf(members) };
}

function keyOf(members: string, known: KnownKeys | undefined): KeyObject {
  const cached = known?.imported.get(members);
  if (cached !== undefined) return cached;
  const key = importKey(members);
  known?.imported.set(members, key);
  return key;
}

function importKey(members: string): KeyObject {
  try {
    return createPublicKey({ key: JSON.parse(members), format: 'jwk' });
  } catch (cause) {
    throw new JwtError('key', { cause, facts: { detail: 'not_on_curve' } });
  }
}

function coordinate(value: Json | undefined, { bytes }: Curve): string {
  if (typeof value !== 'string' || decodeBase64url(value)?.length !== bytes) {
    throw new JwtError('key', { facts: { detail: 'coordinate' } });
  }
  return value;
}
