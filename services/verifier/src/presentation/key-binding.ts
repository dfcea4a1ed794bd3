/** The Key Binding JWT of a presentation (RFC 9901, 4.3 and 7.3; OpenID4VP 1.0, B.3.6). */

import { importPublicJwk, publicJwk } from '@countersign/shared/crypto/jwk';
import { checkSignature, checkType, MAX_JWT_LENGTH, type ParsedJwt, parseJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { checkTimes, timeClaim } from '@countersign/shared/crypto/time-claims';
import { isObject, type JsonObject, own } from '@countersign/shared/kernel/json';
import { offsetFact } from '@countersign/shared/kernel/reasons/received';
import { PresentationError } from '../session/presentation-error.ts';
import type { ProofContext } from '../session/proof-context.ts';
import { checkAudience } from './audience.ts';
import { keyBindingError } from './jwt-refusals.ts';
import type { ParsedSdJwt } from './sd-jwt-parse.ts';

/** The values that the request prescribes for the proof. */
export interface KeyBindingContext extends ProofContext {
  /** Creation of the request, milliseconds: no proof of its nonce can be older. */
  readonly createdAt: number;
  /** Milliseconds. */
  readonly now: number;
  /** Seconds that the clocks of issuers and wallets may differ from this one. */
  readonly clockSkew: number;
}

/**
 * Checks everything but the signature (RFC 9901, 7.3 step 5).
 * @returns undefined if there is no proof; the caller decides whether one is required
 * @throws PresentationError
 */
export function compareKeyBinding(
  { keyBinding, presented }: ParsedSdJwt,
  context: KeyBindingContext,
): ParsedJwt | undefined {
  if (keyBinding === undefined) return undefined;
  const parsed = keyBindingError(() => parseJwt(keyBinding, { maxLength: MAX_JWT_LENGTH }));
  const { header, payload } = parsed;
  keyBindingError(() => checkType(header, 'kb+jwt'));
  compareRequest(payload, context);
  if (own(payload, 'sd_hash') !== hashOf(presented)) throw new PresentationError('kb_sd_hash');
  const iat = keyBindingError(() => timeClaim(payload, 'iat'));
  if (iat === undefined) throw new PresentationError('kb_iat', { facts: { claim: 'iat', detail: 'missing' } });
  compareTimes(payload, iat, context);
  return parsed;
}

/** Whether a proof of a holder was made for the request. @throws PresentationError `kb_nonce`, `kb_aud` */
export function compareRequest(payload: JsonObject, context: KeyBindingContext): void {
  const nonce = own(payload, 'nonce');
  if (nonce !== context.nonce) {
    throw new PresentationError('kb_nonce', { facts: { detail: nonce === undefined ? 'missing' : 'another' } });
  }
  checkAudience(own(payload, 'aud'), context);
}

/** Whether a proof was made after the request, and is valid now. @throws PresentationError `kb_iat` */
export function compareTimes(payload: JsonObject, iat: number | undefined, context: KeyBindingContext): void {
  if (iat !== undefined && iat < context.createdAt / 1000 - context.clockSkew) throw tooOld(iat, context);
  keyBindingError(() => checkTimes(payload, context.now, context.clockSkew));
}

function tooOld(iat: number, { createdAt, now, clockSkew }: KeyBindingContext): PresentationError {
  const limitSeconds = Math.round((now - createdAt) / 1000) + clockSkew;
  const facts = { claim: 'iat', detail: 'before_the_request', limitSeconds, ...offsetFact(iat, now) };
  return new PresentationError('kb_iat', { facts });
}

/**
 * Checks that the holder has signed a Key Binding JWT.
 * @param claims the credential's claims; `cnf` has the key
 * @throws PresentationError `kb_signature`
 */
export function checkHolderSignature(keyBinding: ParsedJwt, claims: JsonObject, known?: KnownKeys): void {
  keyBindingError(() => {
    const cnf = own(claims, 'cnf');
    if (!isObject(cnf)) throw new JwtError('key');
    checkSignature(keyBinding, importPublicJwk(publicJwk(own(cnf, 'jwk')), known));
  });
}
