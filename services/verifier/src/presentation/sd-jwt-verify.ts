/** Verifies the issuer-signed JWT of an SD-JWT VC (RFC 9901, 7; SD-JWT VC). Pure; the time is an argument. */
import type { X509Certificate } from 'node:crypto';
import {
  checkSignature,
  checkType,
  type ParsedJwt,
  parseJwt,
  SIGNATURE_ALGORITHMS,
} from '@countersign/shared/crypto/jwt';
import { JwtError } from '@countersign/shared/crypto/jwt-error';
import { checkTimes } from '@countersign/shared/crypto/time-claims';
import { checkThumbprint, verifyCertificatePath } from '@countersign/shared/crypto/x5c';
import { checkTable, type Reporting } from '@countersign/shared/http/check-table';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject, own } from '@countersign/shared/kernel/json';
import type { PresentationContext } from './presentation-context.ts';
import { type Disclosures, discloseClaims, parseDisclosures } from './sd-jwt-disclosures.ts';
import { MAX_CREDENTIAL_MEMBERS, MAX_SD_JWT_LENGTH, type ParsedSdJwt, parseSdJwt } from './sd-jwt-parse.ts';

/** Of the issuer's JWT. */
export const PARSING = {
  maxLength: MAX_SD_JWT_LENGTH,
  mostMembers: MAX_CREDENTIAL_MEMBERS,
  algorithms: SIGNATURE_ALGORITHMS,
} as const;

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
  const issuerJwt = parseJwt(parts.jwt, PARSING);
  // SD-JWT VC, 2.2.1; the older `vc+sd-jwt` is not accepted
  checkType(issuerJwt.header, 'dc+sd-jwt');
  if (Object.hasOwn(issuerJwt.header, 'x5t#S256')) checkThumbprint(issuerJwt.header);
  return { parts, issuerJwt };
}

interface Parsed extends Reporting {
  readonly parsed: ParsedSdJwtVc;
  readonly anchors: readonly X509Certificate[];
  readonly context: IssuerContext;
}

type IssuerContext = Pick<PresentationContext, 'now' | 'clockSkew' | 'known' | 'reports'>;

const check = {
  verifyCertificatePath: ({ parsed: { issuerJwt }, anchors, context: { now, known } }: Parsed) => ({
    certificate: verifyCertificatePath(own(issuerJwt.header, 'x5c'), anchors, now, 'credential', known),
  }),
  checkSignature: ({ parsed, certificate }: Parsed & Pick<VerifiedSdJwtVc, 'certificate'>) =>
    checkSignature(parsed.issuerJwt, certificate.publicKey),
  discloseClaims: ({ parsed: { issuerJwt, parts } }: Parsed) => disclosed(issuerJwt.payload, parts.disclosures),
  checkTimes: ({ claims, context: { now, clockSkew } }: Parsed & Pick<VerifiedSdJwtVc, 'claims'>) => {
    checkRegistered(claims);
    checkTimes(claims, now, clockSkew);
  },
};

/** The checks of the issuer's JWT, in order. */
const issuerChecks = checkTable<{ readonly issuer: Parsed }>()
  .row(check.verifyCertificatePath, 'issuer')
  .row(check.checkSignature, 'issuer')
  .row(check.discloseClaims, 'issuer')
  .row(check.checkTimes, 'issuer');

/**
 * Verifies certificate path, issuer signature, disclosures and times. The caller checks key binding, status and `vct`.
 * @param anchors the CA certificates that issuers must chain to
 * @throws JwtError
 */
export function verifyIssuer(
  parsed: ParsedSdJwtVc,
  anchors: readonly X509Certificate[],
  context: IssuerContext,
): VerifiedSdJwtVc {
  const { reports } = context;
  const { claims, disclosures, certificate } = issuerChecks.runNow('issuer', { parsed, anchors, context, reports });
  return { claims, disclosures, certificate };
}

function disclosed(payload: JsonObject, sent: readonly string[]): Pick<VerifiedSdJwtVc, 'claims' | 'disclosures'> {
  const disclosures = parseDisclosures(sent);
  return { disclosures, claims: discloseClaims(payload, disclosures) };
}

/** SD-JWT VC, "Registered JWT Claims": checks the JSON types of the claims that the format defines. */
function checkRegistered(claims: JsonObject): void {
  const vct = own(claims, 'vct');
  if (typeof vct !== 'string' || vct === '') throw wrongType('vct');
  const texts = ['iss', 'vct#integrity'].find((name) => !isAbsentOr(own(claims, name), isText));
  const objects = ['cnf', 'status'].find((name) => !isAbsentOr(own(claims, name), isObject));
  const wrong = texts ?? objects;
  if (wrong !== undefined) throw wrongType(wrong);
}

function wrongType(claim: string): JwtError {
  return new JwtError('claim', { facts: { claim } });
}

function isText(value: Json): value is string {
  return typeof value === 'string';
}

function isAbsentOr(value: Json | undefined, test: (value: Json) => boolean): boolean {
  return value === undefined || test(value);
}
