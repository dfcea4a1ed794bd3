import { jwkThumbprint, publicJwk } from '@countersign/shared/crypto/jwk';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { type JsonObject, own } from '@countersign/shared/kernel/json';
import type { AttestedKey } from './key-attestation.ts';

/** An index as wallets write it: decimal, without sign, exponent and leading zero. */
const INDEX = /^(?:0|[1-9]\d{0,3})$/;

/**
 * The attested key that signs a `jwt` proof. Wallets specify it by `jwk`; by `kid`, which is an attested key's id or
 * index; or not at all. Then the first key signs.
 * @returns undefined if the header specifies none of these keys, or two
 */
export function provenKey(header: JsonObject, keys: readonly AttestedKey[]): AttestedKey | undefined {
  const [jwk, kid] = [own(header, 'jwk'), own(header, 'kid')];
  if (Object.hasOwn(header, 'x5c')) return undefined;
  const byKid = kid === undefined ? undefined : namedBy(kid, keys);
  if (jwk === undefined) return kid === undefined ? keys[0] : byKid;
  const byJwk = sameKey(jwk, keys);
  return kid === undefined || byKid === byJwk ? byJwk : undefined;
}

function namedBy(kid: unknown, keys: readonly AttestedKey[]): AttestedKey | undefined {
  if (typeof kid !== 'string') return undefined;
  return keys.find((key) => key.kid === kid) ?? (INDEX.test(kid) ? keys[Number(kid)] : undefined);
}

function sameKey(jwk: unknown, keys: readonly AttestedKey[]): AttestedKey | undefined {
  try {
    const thumbprint = jwkThumbprint(publicJwk(jwk));
    return keys.find((key) => key.thumbprint === thumbprint);
  } catch (error) {
    if (error instanceof JwtError) return undefined;
    throw error;
  }
}
