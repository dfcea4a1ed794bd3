/** Checks of trust anchors that are written through the API. Pure. */
import { readUploadedCertificates } from '@countersign/shared/crypto/uploaded-certificates';
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { TrustPurpose } from '@countersign/shared/trust/trust-anchor';
import { limitsOf } from '@countersign/shared/trust/trust-files';

export interface Upload {
  readonly purpose: TrustPurpose;
  readonly pem: string;
  readonly limits: JsonObject;
}

/** Everything that is wrong with an entry. @param now milliseconds */
export function uploadFindings({ purpose, pem, limits }: Upload, now: number): readonly FieldError[] {
  return [...pemFindings(pem, { pinned: limits.pinned === true, now }), ...limitFindings(purpose, limits)];
}

interface Expected {
  /** The certificates may be signers' certificates. */
  readonly pinned: boolean;
  /** Milliseconds. */
  readonly now: number;
}

/** What is wrong with certificates in PEM. */
export function pemFindings(pem: string, { pinned, now }: Expected): readonly FieldError[] {
  const { findings } = readUploadedCertificates(pem, now, ({ ca }) =>
    pinned || ca ? [] : ['is not a CA certificate'],
  );
  return findings.map((detail) => ({ pointer: '/pem', detail }));
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
