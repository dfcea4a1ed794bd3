/** Registration certificates as JWT (ETSI TS 119 475, 5.2.2; JAdES baseline B-B, ETSI TS 119 182-1). */
import type { X509Certificate } from 'node:crypto';
import {
  checkSignature,
  checkType,
  type ParsedJwt,
  parseJwt,
  SIGNATURE_ALGORITHMS,
} from '@countersign/shared/crypto/jwt';
import { JwtError, type JwtReason } from '@countersign/shared/crypto/jwt-error';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { type RegistrationError, refused } from './registration-error.ts';
import { MAX_BYTES, malformed, notSigned, readChain, type WrittenCertificate } from './written-certificate.ts';

const TYPE = 'rc-wrp+jwt';
/** The type of the German profile before ETSI TS 119 475. */
const OLD_GERMAN_TYPE = 'rc-rp+jwt';

/** JAdES, 5.1 and 5.2: registrars of its first version name `sigT` and `b64`. */
const UNDERSTOOD = ['alg', 'typ', 'x5c', 'iat', 'sigT', 'b64'];

/** Members and items of the claims: registrars describe services in every language of the Union. */
const MOST_MEMBERS = 20_000;

/** @throws RegistrationError */
export function readJwt(sent: string): WrittenCertificate {
  const jwt = parsed(sent);
  const chain = readChain(elementsOf(own(jwt.header, 'x5c')), '/x5c');
  checkSigningTime(jwt.header);
  checkThumbprint(jwt.header, chain);
  return {
    form: 'jwt',
    sent,
    claims: jwt.payload,
    chain,
    checkSignature: (key) => signedBy(() => checkSignature(jwt, key)),
  };
}

function parsed(sent: string): ParsedJwt {
  try {
    const jwt = parseJwt(sent, {
      maxLength: MAX_BYTES,
      mostMembers: MOST_MEMBERS,
      // EdDSA is read, because registrars use it; the standard's profile names the curves of ECDSA.
      algorithms: SIGNATURE_ALGORITHMS,
      understood: UNDERSTOOD,
    });
    checkType(jwt.header, TYPE);
    return jwt;
  } catch (error) {
    throw error instanceof JwtError ? malformedJwt(error) : error;
  }
}

/** The place and the kind of the fault. */
const FAULTS: Partial<Record<JwtReason, readonly [pointer: string, detail: string]>> = {
  too_long: ['', `The registration certificate must have at most ${MAX_BYTES} characters and ${MOST_MEMBERS} members`],
  not_compact: ['', 'The registration certificate must be a compact JWT'],
  not_base64url: ['', 'Each part of the JWT must be base64url without padding'],
  not_json: ['', 'Header and claims must be JSON objects'],
  duplicate_member: ['', 'A JSON object has a member twice'],
  reserved_member: ['', 'A JSON object has a reserved name'],
  too_deep: ['', 'The JSON is nested too deep'],
  algorithm: [
    '/alg',
    `The algorithm must be ${SIGNATURE_ALGORITHMS.slice(0, -1).join(', ')} or ${SIGNATURE_ALGORITHMS.at(-1)}`,
  ],
  critical_header: ['/crit', 'A critical header parameter is not understood, or `crit` or `b64` is malformed'],
  type: ['/typ', `The type must be "${TYPE}"`],
};

function malformedJwt(error: JwtError): RegistrationError {
  const [pointer, detail] = FAULTS[error.reason] ?? ['', 'The registration certificate cannot be read'];
  const { facts } = error;
  const named =
    facts.received === OLD_GERMAN_TYPE
      ? `"${OLD_GERMAN_TYPE}" is the type of the old German profile. The type must be "${TYPE}"`
      : detail;
  return refused(
    { reason: 'registration_certificate_malformed', document: 'header', pointer, detail: named, facts },
    error,
  );
}

/** RFC 7515, 4.1.6: standard base64, not base64url. */
function elementsOf(x5c: Json | undefined): readonly (Buffer | undefined)[] {
  if (!Array.isArray(x5c)) throw malformed('header', '/x5c', "The header must contain the signer's chain in `x5c`");
  return (x5c as readonly Json[]).map((element) => {
    const der = typeof element === 'string' ? Buffer.from(element, 'base64') : undefined;
    return der?.toString('base64') === element ? der : undefined;
  });
}

/** JAdES, 5.1.11 and, before 2025-07-15, 5.2.1: the claimed time of the signature, which decides nothing. */
function checkSigningTime(header: JsonObject): void {
  const [iat, sigT] = [own(header, 'iat'), own(header, 'sigT')];
  if (iat !== undefined && !(Number.isSafeInteger(iat) && (iat as number) >= 0)) {
    throw malformed('header', '/iat', 'The signing time must be whole seconds since the epoch');
  }
  if (sigT !== undefined && !isUtcTime(sigT)) {
    throw malformed('header', '/sigT', 'The signing time must be a time by RFC 3339 with Z');
  }
}

const UTC_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?Z$/;

/** `Date` turns a day that doesn't exist into a different one. */
function isUtcTime(value: Json): boolean {
  const [, seconds] = typeof value === 'string' ? (UTC_TIME.exec(value) ?? []) : [];
  const time = seconds === undefined ? Number.NaN : Date.parse(`${seconds}Z`);
  return seconds !== undefined && !Number.isNaN(time) && new Date(time).toISOString().startsWith(seconds);
}

/** RFC 7515, 4.1.8 */
function checkThumbprint(header: JsonObject, [leaf]: readonly X509Certificate[]): void {
  const thumbprint = own(header, 'x5t#S256');
  if (thumbprint !== undefined && (leaf === undefined || thumbprint !== hashOf(leaf.raw))) {
    throw malformed('header', '/x5t#S256', 'The thumbprint does not match the first certificate');
  }
}

function signedBy(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    const detail = error.reason === 'key' ? "The algorithm does not match the first certificate's key" : undefined;
    throw notSigned(detail ?? "The signature does not match the first certificate's key", error);
  }
}
