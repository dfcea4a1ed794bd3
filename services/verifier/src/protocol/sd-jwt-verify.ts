/** Verifying SD-JWT VC credentials and presentations (RFC 9901, 7; SD-JWT VC). Pure; the time is an argument. */
import type { KeyObject, X509Certificate } from 'node:crypto';
import { checkSignature, checkType, type ParsedJwt, parseJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject, own } from '@countersign/shared/kernel/json';
import { verifyCertificatePath } from './certificate-path.ts';
import { type KeyBinding, type KeyBindingPolicy, verifyKeyBinding } from './key-binding.ts';
import { type Disclosures, discloseClaims, parseDisclosures } from './sd-jwt-disclosures.ts';
import { MAX_SD_JWT_LENGTH, type ParsedSdJwt, parseSdJwt } from './sd-jwt-parse.ts';
import { checkTimes } from './time-claims.ts';

/** Whom to believe: one known key, or any leaf under these CA certificates (named by `x5c`). */
export type IssuerTrust = { readonly key: KeyObject } | { readonly anchors: readonly X509Certificate[] };

export interface VerifySdJwtVcOptions {
  readonly token: unknown;
  readonly trust: IssuerTrust;
  /** Milliseconds. */
  readonly now: number;
  /**
   * Set: a Key Binding JWT is required and checked. Not set: one is refused, because nobody would check it.
   * The policy of the verifier decides, never the presence (RFC 9901, 7.3).
   */
  readonly keyBinding?: KeyBindingPolicy;
}

export interface VerifiedSdJwtVc {
  readonly header: JsonObject;
  /** All claims that were disclosed. */
  readonly claims: JsonObject & { readonly vct: string };
  /** What was disclosed, by digest. */
  readonly disclosures: Disclosures;
  /** The issuer's certificate where trust came from `x5c`. */
  readonly certificate?: X509Certificate;
  readonly keyBinding?: KeyBinding;
}

/** `vc+sd-jwt` is what older issuers write. */
const TYPES = ['dc+sd-jwt', 'vc+sd-jwt'];

/** An SD-JWT VC taken apart; nothing of it is verified. */
export interface ParsedSdJwtVc {
  readonly parts: ParsedSdJwt;
  /** The issuer's JWT. */
  readonly issuerJwt: ParsedJwt;
}

/**
 * Verifies issuer signature, disclosures, times and, by policy, key binding. Status, `vct` against a query and
 * `vct#integrity` are the caller's.
 * @throws JwtError
 */
export function verifySdJwtVc(options: VerifySdJwtVcOptions): VerifiedSdJwtVc {
  const { token, trust, now, keyBinding: policy } = options;
  const parsed = parseSdJwtVc(token);
  const { keyBinding, presented } = parsed.parts;
  const verified = verifyIssuer(parsed, trust, now);
  if (policy === undefined) {
    if (keyBinding !== undefined) throw new JwtError('key_binding_not_expected');
    return verified;
  }
  if (keyBinding === undefined) throw new JwtError('key_binding_missing');
  const { claims } = verified;
  return { ...verified, keyBinding: verifyKeyBinding({ keyBinding, presented, claims, policy, now }) };
}

/**
 * Takes an SD-JWT VC apart, for a caller that compares before it verifies.
 * @throws JwtError
 */
export function parseSdJwtVc(token: unknown): ParsedSdJwtVc {
  const parts = parseSdJwt(token);
  return { parts, issuerJwt: parseJwt(parts.jwt, { maxLength: MAX_SD_JWT_LENGTH }) };
}

/**
 * The issuer's part of `verifySdJwtVc`. Key binding, there or not, is the caller's to check.
 * @param now milliseconds
 * @throws JwtError
 */
export function verifyIssuer({ parts, issuerJwt }: ParsedSdJwtVc, trust: IssuerTrust, now: number): VerifiedSdJwtVc {
  const { header, payload } = issuerJwt;
  checkType(header, TYPES);
  const certificate = 'anchors' in trust ? verifyCertificatePath(own(header, 'x5c'), trust.anchors, now) : undefined;
  checkSignature(issuerJwt, 'anchors' in trust ? leafKey(certificate) : trust.key);
  const disclosures = parseDisclosures(parts.disclosures);
  const claims = discloseClaims(payload, disclosures);
  checkRegistered(claims);
  checkTimes(claims, now);
  return { header, claims, disclosures, ...(certificate === undefined ? {} : { certificate }) };
}

function leafKey(certificate: X509Certificate | undefined): KeyObject {
  if (certificate === undefined) throw new JwtError('certificate_path');
  return certificate.publicKey;
}

/** SD-JWT VC, "Registered JWT Claims": types of what the format itself gives a meaning. */
function checkRegistered(claims: JsonObject): asserts claims is JsonObject & { readonly vct: string } {
  const vct = own(claims, 'vct');
  if (typeof vct !== 'string' || vct === '') throw new JwtError('claim');
  if (!['iss', 'vct#integrity'].every((name) => isAbsentOr(own(claims, name), (value) => typeof value === 'string'))) {
    throw new JwtError('claim');
  }
  if (!['cnf', 'status'].every((name) => isAbsentOr(own(claims, name), isObject))) throw new JwtError('claim');
}

function isAbsentOr(value: Json | undefined, test: (value: Json) => boolean): boolean {
  return value === undefined || test(value);
}
