/** Verifies the issuer-signed JWT of an SD-JWT VC (RFC 9901, 7; SD-JWT VC). Pure; the time is an argument. */
import type { X509Certificate } from 'node:crypto';
import { verifyCertificatePath } from '@countersign/shared/crypto/certificate-path';
import { checkSignature, checkType, type ParsedJwt, parseJwt } from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { checkTimes } from '@countersign/shared/crypto/time-claims';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject, own } from '@countersign/shared/kernel/json';
import { type Disclosures, discloseClaims, parseDisclosures } from './sd-jwt-disclosures.ts';
import { MAX_SD_JWT_LENGTH, type ParsedSdJwt, parseSdJwt } from './sd-jwt-parse.ts';

/** A parsed SD-JWT VC; its signature is not verified. */
export interface ParsedSdJwtVc {
  readonly parts: ParsedSdJwt;
  /** The issuer's JWT. */
  readonly issuerJwt: ParsedJwt;
}

export interface VerifiedSdJwtVc {
  /** All disclosed claims. */
  readonly claims: JsonObject;
  /** Disclosures by digest. */
  readonly disclosures: Disclosures;
  /** The issuer's certificate. */
  readonly certificate: X509Certificate;
}

/**
 * Parses an SD-JWT VC and checks its type, without verifying it.
 * @throws JwtError
 */
export function parseSdJwtVc(token: unknown): ParsedSdJwtVc {
  const parts = parseSdJwt(token);
  const issuerJwt = parseJwt(parts.jwt, { maxLength: MAX_SD_JWT_LENGTH });
  // SD-JWT VC, 2.2.1; the older `vc+sd-jwt` is not accepted
  checkType(issuerJwt.header, 'dc+sd-jwt');
  return { parts, issuerJwt };
}

/**
 * Verifies certificate path, issuer signature, disclosures and times. The caller checks key binding, status and `vct`.
 * @param anchors the CA certificates under which issuers are trusted
 * @param now milliseconds
 * @throws JwtError
 */
export function verifyIssuer(
  { parts, issuerJwt }: ParsedSdJwtVc,
  anchors: readonly X509Certificate[],
  now: number,
): VerifiedSdJwtVc {
  const { header, payload } = issuerJwt;
  const certificate = verifyCertificatePath(own(header, 'x5c'), anchors, now);
  checkSignature(issuerJwt, certificate.publicKey);
  const disclosures = parseDisclosures(parts.disclosures);
  const claims = discloseClaims(payload, disclosures);
  checkRegistered(claims);
  checkTimes(claims, now);
  return { claims, disclosures, certificate };
}

/** SD-JWT VC, "Registered JWT Claims": checks the JSON types of the claims that the format defines. */
function checkRegistered(claims: JsonObject): void {
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
