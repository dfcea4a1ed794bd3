/** The Key Binding JWT of a presentation (RFC 9901, 4.3 and 7.3; OpenID4VP 1.0, B.3.6). */
import { importPublicJwk, publicJwk } from '@countersign/shared/crypto/jwk';
import { checkSignature, checkType, MAX_JWT_LENGTH, type ParsedJwt, parseJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { CLOCK_SKEW, checkTimes, timeClaim } from '@countersign/shared/crypto/time-claims';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { keyBindingError } from './jwt-refusals.ts';
import { PresentationError } from './presentation-error.ts';
import type { ParsedSdJwt } from './sd-jwt-parse.ts';

/** The values that the request prescribes for the proof. */
export interface KeyBindingContext {
  /** The full client identifier with its prefix: the audience of every proof (14.10). */
  readonly clientId: string;
  /** In place of `clientId`: the audiences of interactive authorization, one of which the proof must have. */
  readonly audiences?: readonly string[];
  readonly nonce: string;
  /** Creation of the request, milliseconds: no proof of its nonce can be older. */
  readonly createdAt: number;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * RFC 9901, 7.3 step 5: everything but the signature.
 * @returns undefined where there is no proof; whether there must be one is the caller's decision
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
  if (own(payload, 'nonce') !== context.nonce) throw new PresentationError('kb_nonce');
  const audiences: readonly (Json | undefined)[] = context.audiences ?? [context.clientId];
  // RFC 9901, 4.3: one string, not a list
  if (!audiences.includes(own(payload, 'aud'))) throw new PresentationError('kb_aud');
  if (own(payload, 'sd_hash') !== hashOf(presented)) throw new PresentationError('kb_sd_hash');
  const iat = keyBindingError(() => timeClaim(payload, 'iat'));
  if (iat === undefined || iat < context.createdAt / 1000 - CLOCK_SKEW) throw new PresentationError('kb_iat');
  keyBindingError(() => checkTimes(payload, context.now));
  return parsed;
}

/**
 * Checks that the holder has signed a Key Binding JWT.
 * @param claims the credential's claims; `cnf` holds the key
 * @throws PresentationError `kb_signature`
 */
export function checkHolderSignature(keyBinding: ParsedJwt, claims: JsonObject): void {
  keyBindingError(() => {
    const cnf = own(claims, 'cnf');
    if (!isObject(cnf)) throw new JwtError('key');
    checkSignature(keyBinding, importPublicJwk(publicJwk(own(cnf, 'jwk'))));
  });
}
