/** Public P-256 keys as JWK (RFC 7517): the only keys whose signatures are checked here. */
import type { KeyObject } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import type { Json, JsonObject } from '../kernel/json.ts';
import { isObject, own } from '../kernel/json.ts';
import { receivedFact } from '../kernel/reasons/received.ts';
import { decodeBase64url } from './base64url.ts';
import { JwtError } from './jwt-error.ts';
import type { PublicJwk, SigningJwk } from './keys.ts';
import type { KnownKeys } from './known-keys.ts';
import { hashOf } from './sha256.ts';

const COORDINATE_BYTES = 32;

/** SubjectPublicKeyInfo of P-256 up to the uncompressed point (RFC 5480, 2.1.1 and 2.2). */
const SPKI_PREFIX = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex');

/** Members of private and symmetric keys (RFC 7518, 6.2.2, 6.3.2, 6.4). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/**
 * Imports a public P-256 key that came from outside.
 * Unknown members are ignored (RFC 7517, 4). A key whose members exclude ES256 signatures is refused.
 * @throws JwtError `key`
 */
export function importPublicJwk(jwk: unknown, known?: KnownKeys): KeyObject {
  const { x, y } = publicJwk(jwk);
  const name = `${x}.${y}`;
  const cached = known?.imported.get(name);
  if (cached !== undefined) return cached;
  const key = importPoint(x, y);
  known?.imported.set(name, key);
  return key;
}

/**
 * The four members that define the key, from a JWK that came from outside; all others are dropped.
 * Does not check that the point is on the curve: `importPublicJwk` does.
 * @throws JwtError `key`
 */
export function publicJwk(jwk: unknown): PublicJwk {
  if (!isPublicForSignatures(jwk)) throw unusableKey(jwk);
  if (!allows(own(jwk, 'alg'), 'ES256')) {
    throw new JwtError('key', { facts: { claim: 'alg', expected: 'ES256', ...receivedFact(own(jwk, 'alg')) } });
  }
  if (own(jwk, 'kty') !== 'EC' || own(jwk, 'crv') !== 'P-256') {
    const received = own(jwk, 'crv') ?? own(jwk, 'kty');
    throw new JwtError('key', { facts: { claim: 'crv', expected: 'P-256', ...receivedFact(received) } });
  }
  return { kty: 'EC', crv: 'P-256', x: coordinate(own(jwk, 'x')), y: coordinate(own(jwk, 'y')) };
}

/**
 * The public JWK of a P-256 key, public or private. Read from the DER form: see generate-key.ts for why not from the JWK export.
 * @throws JwtError `key` for any other kind of key
 */
export function publicJwkOf(key: KeyObject): PublicJwk {
  const spki = (key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' });
  if (!spki.subarray(0, SPKI_PREFIX.length).equals(SPKI_PREFIX)) throw new JwtError('key');
  const point = spki.subarray(SPKI_PREFIX.length);
  return {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(0, COORDINATE_BYTES).toString('base64url'),
    y: point.subarray(COORDINATE_BYTES).toString('base64url'),
  };
}

/** RFC 7638 thumbprint, SHA-256, base64url. */
export function jwkThumbprint(jwk: SigningJwk): string {
  const members = JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, ...('y' in jwk ? { y: jwk.y } : {}) });
  return hashOf(members);
}

function importPoint(x: string, y: string): KeyObject {
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  } catch (cause) {
    throw new JwtError('key', { cause, facts: { detail: 'not_on_curve' } });
  }
}

/** True for an object without a private member whose `use` and `key_ops` allow signatures (RFC 7517, 4.2 and 4.3). */
export function isPublicForSignatures(jwk: unknown): jwk is JsonObject {
  if (!isObject(jwk) || PRIVATE_MEMBERS.some((member) => Object.hasOwn(jwk, member))) return false;
  const operations = own(jwk, 'key_ops');
  return (
    allows(own(jwk, 'use'), 'sig') &&
    (operations === undefined || (Array.isArray(operations) && operations.includes('verify')))
  );
}

/** The error for a JWK that isn't a public key for signatures. */
export function unusableKey(jwk: unknown): JwtError {
  if (!isObject(jwk)) return new JwtError('key', { facts: { detail: jwk === undefined ? 'missing' : 'no_jwk' } });
  const isPrivate = PRIVATE_MEMBERS.some((member) => Object.hasOwn(jwk, member));
  return new JwtError('key', { facts: { detail: isPrivate ? 'private' : 'not_for_signatures' } });
}

function allows(member: Json | undefined, value: string): boolean {
  return member === undefined || member === value;
}

/** RFC 7518, 6.2.1.2: exactly 32 octets. */
function coordinate(value: Json | undefined): string {
  if (typeof value !== 'string' || decodeBase64url(value)?.length !== COORDINATE_BYTES) {
    throw new JwtError('key', { facts: { detail: 'coordinate' } });
  }
  return value;
}
