/** Checks of trust anchors that are written through the API. Pure. */
import { X509Certificate } from 'node:crypto';
import { hasKnownKey, notAfter } from '@countersign/shared/crypto/x509';
import { isoTime } from '@countersign/shared/kernel/clock';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { TrustPurpose } from '@countersign/shared/trust/trust-anchor';
import { limitsOf } from '@countersign/shared/trust/trust-files';

/** Most certificates of one entry. */
export const MAX_CERTIFICATES = 20;
const BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

export interface Upload {
  readonly purpose: TrustPurpose;
  readonly pem: string;
  readonly limits: JsonObject;
}

/** What is wrong with an entry, all of it. @param now milliseconds */
export function uploadFindings({ purpose, pem, limits }: Upload, now: number): readonly FieldError[] {
  return [...pemFindings(pem, { pinned: limits.pinned === true, now }), ...limitFindings(purpose, limits)];
}

interface Expected {
  /** The certificates may be those of signers. */
  readonly pinned: boolean;
  /** Milliseconds. */
  readonly now: number;
}

/** What is wrong with certificates in PEM. */
export function pemFindings(pem: string, expected: Expected): readonly FieldError[] {
  const blocks = pem.match(BLOCK) ?? [];
  return [
    ...textFindings(pem, blocks.length),
    ...blocks.slice(0, MAX_CERTIFICATES).flatMap((block, index) => {
      return certificateFindings(block, expected).map((detail) => atPem(`Certificate ${index + 1} ${detail}`));
    }),
  ];
}

function textFindings(pem: string, count: number): readonly FieldError[] {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) return [atPem('must not contain a private key')];
  if (count === 0) return [atPem('must contain a certificate in PEM: -----BEGIN CERTIFICATE-----')];
  if (count > MAX_CERTIFICATES)
    return [atPem(`contains ${count} certificates; at most ${MAX_CERTIFICATES} are allowed`)];
  if (pem.replace(BLOCK, '').trim() !== '') return [atPem('must contain only certificates in PEM, and no other text')];
  return [];
}

function certificateFindings(block: string, { pinned, now }: Expected): readonly string[] {
  const certificate = parsed(block);
  if (certificate === undefined) return ['cannot be read'];
  if (!hasKnownKey(certificate)) return ['has a key of an unknown type'];
  return [
    // A pinned certificate is that of a signer.
    ...(pinned || certificate.ca ? [] : ['is not a CA certificate']),
    ...(notAfter(certificate) < now ? [`expired at ${isoTime(notAfter(certificate))}`] : []),
  ];
}

function parsed(block: string): X509Certificate | undefined {
  try {
    return new X509Certificate(block);
  } catch {
    return undefined;
  }
}

function limitFindings(purpose: TrustPurpose, limits: JsonObject): readonly FieldError[] {
  const [first] = Object.keys(limits);
  if (first === undefined) return [];
  if (purpose !== 'issuers') return [{ pointer: `/${first}`, detail: 'limits only issuers' }];
  try {
    limitsOf(limits);
    return [];
  } catch (error) {
    const pointer = limits.pinned === undefined ? `/${first}` : '/pinned';
    return [{ pointer, detail: error instanceof Error ? error.message : 'is not valid' }];
  }
}

function atPem(detail: string): FieldError {
  return { pointer: '/pem', detail };
}
