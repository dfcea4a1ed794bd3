/** The Key Binding JWT of a presentation (RFC 9901, 4.3 and 7.3). */

import { importPublicJwk, jwkThumbprint, publicJwk } from '@countersign/shared/crypto/jwk';
import { checkSignature, checkType, MAX_JWT_LENGTH, type ParsedJwt, parseJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { isObject, own } from '@countersign/shared/kernel/json';
import { sha256Of } from './sd-jwt-disclosures.ts';
import { checkTimes, timeClaim } from './time-claims.ts';

export interface KeyBindingPolicy {
  /** The verifier's own identifier. */
  readonly audience: string;
  /** The nonce of the request. */
  readonly nonce: string;
  /** Greatest age in seconds; default 300. */
  readonly maxAge?: number;
}

export interface KeyBinding {
  /** The holder's key, from `cnf`. */
  readonly jwk: PublicJwk;
  readonly thumbprint: string;
  /** Seconds since the epoch. */
  readonly iat: number;
  readonly payload: JsonObject;
}

const MAX_AGE = 300;

/**
 * Checks a Key Binding JWT against the credential it came with.
 * @param keyBinding the JWT as sent
 * @param presented what it must be bound to: the SD-JWT up to and including its last tilde
 * @param claims the credential's claims, of which `cnf` names the key
 * @param now milliseconds
 * @throws JwtError
 */
export function verifyKeyBinding(options: {
  readonly keyBinding: string;
  readonly presented: string;
  readonly claims: JsonObject;
  readonly policy: KeyBindingPolicy;
  readonly now: number;
}): KeyBinding {
  const { keyBinding, presented, claims, policy, now } = options;
  const parsed = parseJwt(keyBinding, { maxLength: MAX_JWT_LENGTH });
  checkType(parsed.header, 'kb+jwt');
  const jwk = checkHolderSignature(parsed, claims);
  const { payload } = parsed;
  // RFC 9901, 4.3: `aud` is a single string
  if (own(payload, 'aud') !== policy.audience) throw new JwtError('audience');
  if (own(payload, 'nonce') !== policy.nonce) throw new JwtError('nonce');
  if (own(payload, 'sd_hash') !== sha256Of(presented)) throw new JwtError('sd_hash');
  checkTimes(payload, now);
  const iat = timeClaim(payload, 'iat');
  if (iat === undefined) throw new JwtError('claim');
  if (iat < now / 1000 - (policy.maxAge ?? MAX_AGE)) throw new JwtError('key_binding_too_old');
  return { jwk, thumbprint: jwkThumbprint(jwk), iat, payload };
}

/**
 * Checks that the holder has signed a Key Binding JWT. Its type and what stands in it are the caller's.
 * @param claims the credential's claims, of which `cnf` names the key
 * @returns the holder's key
 * @throws JwtError
 */
export function checkHolderSignature(keyBinding: ParsedJwt, claims: JsonObject): PublicJwk {
  const cnf = own(claims, 'cnf');
  if (!isObject(cnf)) throw new JwtError('key');
  const jwk = publicJwk(own(cnf, 'jwk'));
  checkSignature(keyBinding, importPublicJwk(jwk));
  return jwk;
}
