/** The proof of a holder who presents a W3C credential as a JWT (OpenID4VP 1.0, B.1.3.1 and 14.1). Pure. */
import { decodeBase64url } from '@countersign/shared/crypto/base64url';
import { importPublicJwk } from '@countersign/shared/crypto/jwk';
import { checkSignature, type ParsedJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { parseStrictJson } from '@countersign/shared/crypto/strict-json';
import { timeClaim } from '@countersign/shared/crypto/time-claims';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { keyBindingError } from './jwt-refusals.ts';
import { compareRequest, compareTimes, type KeyBindingContext } from './key-binding.ts';

/** `did:jwk`: the identifier is the key, so nothing is looked up. */
const DID_JWK = 'did:jwk:';
const LONGEST_DID = 2048;

/**
 * Checks everything but the signature. `iat` is optional: the nonce makes the proof fresh.
 * @throws PresentationError
 */
export function compareProof({ payload }: ParsedJwt, context: KeyBindingContext): void {
  compareRequest(payload, context);
  compareTimes(
    payload,
    keyBindingError(() => timeClaim(payload, 'iat')),
    context,
  );
}

/**
 * Checks that the holder has signed: with the key in the credential's `cnf`, or else the subject's `did:jwk`.
 * @param claims payload of the issuer's JWT
 * @throws PresentationError `kb_signature`
 */
export function checkProof(proof: ParsedJwt, claims: JsonObject, known?: KnownKeys): void {
  keyBindingError(() => checkSignature(proof, importPublicJwk(holderKey(claims), known)));
}

/** Whether a credential is bound to a key. */
export function isBound(claims: JsonObject): boolean {
  return own(claims, 'cnf') !== undefined || didOf(claims) !== undefined;
}

function holderKey(claims: JsonObject): Json {
  const cnf = own(claims, 'cnf');
  if (cnf !== undefined) return (isObject(cnf) ? own(cnf, 'jwk') : undefined) ?? refuseKey();
  const did = didOf(claims);
  const bytes = did === undefined ? undefined : decodeBase64url(did.slice(DID_JWK.length));
  return bytes === undefined ? refuseKey() : jsonIn(bytes);
}

function didOf(claims: JsonObject): string | undefined {
  const vc = own(claims, 'vc');
  const subject = isObject(vc) ? own(vc, 'credentialSubject') : undefined;
  const id = own(claims, 'sub') ?? (isObject(subject) ? own(subject, 'id') : undefined);
  return typeof id === 'string' && id.startsWith(DID_JWK) && id.length <= LONGEST_DID ? id : undefined;
}

function jsonIn(bytes: Buffer): Json {
  try {
    return parseStrictJson(bytes.toString('utf8'));
  } catch {
    return refuseKey();
  }
}

function refuseKey(): never {
  throw new JwtError('key');
}
