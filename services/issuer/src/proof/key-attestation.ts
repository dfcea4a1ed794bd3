/** Key attestations (OpenID4VCI 1.0, Appendix D.1; claims of EU TS 3 too), under the trust anchors of wallet providers. Pure. */
import type { X509Certificate } from 'node:crypto';
import { importPublicJwk, jwkThumbprint, publicJwk } from '@countersign/shared/crypto/jwk';
import {
  checkSignature,
  checkType,
  type ParsedJwt,
  parseJwt,
  type SignatureAlgorithm,
} from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import type { KnownKeys } from '@countersign/shared/crypto/known-keys';
import { checkAnchorNotSent, verifyCertificatePath } from '@countersign/shared/crypto/x5c';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import { type Reasoned, reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { offsetFact, receivedFact } from '@countersign/shared/kernel/reasons/received';
import { allAs, type ReasonOfJwt, reasonOfJwt } from '../client/reason-of-jwt.ts';
import type { AttestationLevels } from '../configuration/proof-types.ts';
import { type AttestationStatus, attestationStatuses } from '../session/attestation-status.ts';
import { keyAttestationReasons } from './key-attestation-reasons.ts';

export interface KeyAttestationRules {
  /** The tenant's wallet providers. */
  readonly anchors: readonly X509Certificate[];
  /** Whether `x5c` may contain an anchor itself. HAIP 1.0, 4.5.1, forbids it. */
  readonly anchorInChain: 'ignored' | 'refused';
  /** The place of the anchors, for the backend. */
  readonly anchorPlace: () => string;
  /** Milliseconds. */
  readonly now: number;
  readonly algorithms: readonly SignatureAlgorithm[];
  readonly levels: AttestationLevels;
  /** Appendix F.1: `exp` is required inside a `jwt` proof. */
  readonly expRequired: boolean;
  readonly known?: KnownKeys | undefined;
}

export interface AttestedKey {
  readonly jwk: PublicJwk;
  /** RFC 7638. */
  readonly thumbprint: string;
  /** As the attestation has it. */
  readonly kid?: string;
}

export interface KeyAttestation {
  /** All different, in the order of `attested_keys`. */
  readonly keys: readonly AttestedKey[];
  readonly nonce?: string;
  readonly statuses: readonly AttestationStatus[];
}

/** Characters. It is part of the header of a `jwt` proof, which is bounded too. */
const MAX_LENGTH = 32_768;
const MAX_KEYS = 100;
/** Milliseconds that `iat` may be ahead of our clock. */
const FUTURE = 60_000;
const TYPE = 'key-attestation+jwt';

/**
 * The signed attestation of a trusted wallet provider, its claims unchecked.
 * @returns undefined if it is not under one of the anchors, or not signed by the certificate in its `x5c`
 */
export function trustedAttestation(token: unknown, rules: KeyAttestationRules): ParsedJwt | undefined {
  try {
    return signedAttestation(token, rules);
  } catch (error) {
    if (error instanceof JwtError) return undefined;
    throw error;
  }
}

/**
 * Checks a key attestation; its nonce and the status of its keys are the caller's to check.
 * @throws ProtocolError `invalid_proof`
 */
export function verifyKeyAttestation(token: unknown, rules: KeyAttestationRules): KeyAttestation {
  try {
    return checkKeyAttestation(signedAttestation(token, rules), rules);
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    throw new ProtocolError('invalid_proof', 'The key attestation is not signed by a wallet provider of this issuer', {
      detail: error.reason,
      ...untrusted(error, rules),
    });
  }
}

const REASONS = {
  ...allAs('key_attestation_format'),
  algorithm: 'key_attestation_algorithm',
  key: 'key_attestation_algorithm',
  signature: 'key_attestation_signature',
  certificate_path: 'key_attestation_untrusted',
  expired: 'key_attestation_time',
  not_yet_valid: 'key_attestation_time',
} as const satisfies ReasonOfJwt;

function untrusted(error: JwtError, { anchors, anchorPlace }: KeyAttestationRules): Reasoned {
  const { reason, facts } = error;
  if (reason !== 'certificate_path') return reasonOfJwt(error, REASONS);
  return reasoned(keyAttestationReasons, REASONS[reason], { ...facts, place: anchorPlace(), count: anchors.length });
}

function signedAttestation(
  token: unknown,
  { algorithms, anchors, anchorInChain, now, known }: KeyAttestationRules,
): ParsedJwt {
  const parsed = parseJwt(token, { maxLength: MAX_LENGTH, algorithms });
  // HAIP 1.0, 4.5.1: only x5c identifies the key.
  const x5c = own(parsed.header, 'x5c');
  checkSignature(parsed, verifyCertificatePath(x5c, anchors, now, 'attestation', known).publicKey);
  if (anchorInChain === 'refused') checkAnchorNotSent(x5c, anchors);
  return parsed;
}

type Check = (attestation: ParsedJwt, rules: KeyAttestationRules) => void;

const CHECKS: readonly Check[] = [checkAttestationType, checkIssued, checkNotBefore, checkNotExpired, checkLevels];

/** Checks the header and the claims of a trusted attestation. @throws ProtocolError `invalid_proof` */
export function checkKeyAttestation(attestation: ParsedJwt, rules: KeyAttestationRules): KeyAttestation {
  for (const check of CHECKS) check(attestation, rules);
  const { payload } = attestation;
  const nonce = own(payload, 'nonce');
  if (nonce !== undefined && typeof nonce !== 'string') {
    throw invalid('The nonce in the key attestation is not a string', refusedForm('nonce'));
  }
  return {
    keys: attestedKeys(own(payload, 'attested_keys'), rules.known),
    ...(nonce === undefined ? {} : { nonce }),
    statuses: attestationStatuses(payload),
  };
}

function checkAttestationType({ header }: ParsedJwt): void {
  try {
    checkType(header, TYPE);
  } catch (error) {
    const facts = { claim: 'typ', ...(error instanceof JwtError ? error.facts : {}) };
    throw invalid(
      `The typ of the key attestation is not ${TYPE}`,
      reasoned(keyAttestationReasons, 'key_attestation_format', facts),
    );
  }
}

function checkIssued({ payload }: ParsedJwt, { now }: KeyAttestationRules): void {
  const iat = own(payload, 'iat');
  if (typeof iat !== 'number' || iat * 1000 > now + FUTURE) {
    throw invalid('iat of the key attestation is missing or in the future', wrongTime('iat', iat, now));
  }
}

function checkNotBefore({ payload }: ParsedJwt, { now }: KeyAttestationRules): void {
  const nbf = own(payload, 'nbf');
  if (nbf === undefined) return;
  if (typeof nbf !== 'number' || nbf * 1000 > now + FUTURE) {
    throw invalid('The key attestation is not valid yet', wrongTime('nbf', nbf, now));
  }
}

function checkNotExpired({ payload }: ParsedJwt, { now, expRequired }: KeyAttestationRules): void {
  const exp = own(payload, 'exp');
  if (exp === undefined && !expRequired) return;
  if (typeof exp !== 'number') throw invalid('exp of the key attestation is missing', wrongTime('exp', exp, now));
  if (exp * 1000 <= now) {
    const facts = { claim: 'exp', ...expiredFact(exp * 1000, now) };
    throw invalid('The key attestation has expired', { reason: 'key_attestation_time', facts });
  }
}

function wrongTime(claim: string, time: Json | undefined, now: number): Reasoned {
  const offset = offsetFact(time, now);
  if (offset.offsetSeconds !== undefined) {
    return { reason: 'key_attestation_time', facts: { claim, ...offset, limitSeconds: FUTURE / 1000 } };
  }
  return { reason: 'key_attestation_time', facts: { claim, detail: time === undefined ? 'missing' : 'no_number' } };
}

function checkLevels({ payload }: ParsedJwt, { levels }: KeyAttestationRules): void {
  checkLevel(payload, 'key_storage', levels.keyStorage);
  checkLevel(payload, 'user_authentication', levels.userAuthentication);
}

/** Every asserted level must be accepted: the list contains what may unlock the key, so its weakest entry decides. */
function checkLevel(payload: JsonObject, claim: string, accepted: readonly string[] | undefined): void {
  if (accepted === undefined) return;
  const asserted = own(payload, claim);
  if (!Array.isArray(asserted) || asserted.length === 0) {
    const facts = { claim, expectedAny: accepted };
    throw invalid(`The key attestation does not contain ${claim}`, { reason: 'key_attestation_level', facts });
  }
  if (!asserted.every((level) => accepted.some((one) => one === level))) {
    const facts = { claim, expectedAny: accepted, ...receivedFact(asserted) };
    throw invalid(`A level of ${claim} in the key attestation is not accepted`, {
      reason: 'key_attestation_level',
      facts,
    });
  }
}

function attestedKeys(written: Json | undefined, known: KnownKeys | undefined): readonly AttestedKey[] {
  if (!Array.isArray(written) || written.length === 0) {
    throw invalid('attested_keys is missing', { reason: 'key_attestation_keys', facts: { detail: 'missing' } });
  }
  if (written.length > MAX_KEYS) {
    const facts = { detail: 'too_many', count: written.length, most: MAX_KEYS };
    throw invalid(`A key attestation has at most ${MAX_KEYS} keys`, { reason: 'key_attestation_keys', facts });
  }
  const keys = written.map((key) => attestedKey(key, known));
  if (new Set(keys.map(({ thumbprint }) => thumbprint)).size !== keys.length) {
    throw invalid('The key attestation has the same key twice', {
      reason: 'key_attestation_keys',
      facts: { detail: 'repeated', count: keys.length },
    });
  }
  return keys;
}

function attestedKey(written: Json, known: KnownKeys | undefined): AttestedKey {
  try {
    const jwk = publicJwk(written);
    // Refuses a point that is not on the curve.
    importPublicJwk(jwk, known);
    const kid = isObject(written) ? own(written, 'kid') : undefined;
    return { jwk, thumbprint: jwkThumbprint(jwk), ...(typeof kid === 'string' ? { kid } : {}) };
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    const text = 'An attested key is not a public P-256 signature key';
    throw invalid(text, reasoned(keyAttestationReasons, 'key_attestation_keys', error.facts));
  }
}

function refusedForm(claim: string): Reasoned {
  return { reason: 'key_attestation_format', facts: { claim, detail: 'no_text' } };
}

function invalid(description: string, why: Reasoned): ProtocolError {
  return new ProtocolError('invalid_proof', description, why);
}
