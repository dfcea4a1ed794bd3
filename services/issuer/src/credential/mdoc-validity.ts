/** The times of an mdoc (ISO/IEC 18013-5, 9.1.2.4). Pure. */

import { credentialEnd } from '../configuration/credential-payload.ts';
import type { MdocValidity } from './issuer-signed.ts';

export interface MdocTimes {
  /** Milliseconds. */
  readonly now: number;
  /** Seconds from issue to the end; undefined: a year. */
  readonly lifetime?: number;
  /** Seconds since 1970: the expiry is earlier. */
  readonly before?: number;
  /** Seconds: the times are multiples. Default: an hour */
  readonly unit?: number | undefined;
  /** Validity of the signer's certificate, milliseconds. */
  readonly signer: { readonly notBefore: number; readonly notAfter: number };
}

/** Seconds. */
const HOUR = 3600;
const SECOND = 1000;
/** Seconds: an mdoc has always an end. */
export const MDOC_LIFETIME = 31_536_000;

/**
 * Whole hours, or other multiples, so that a batch's credentials can't be linked by them, within the validity of the signer's certificate.
 * The expiry may be before `now` if `before` or the certificate is too near.
 */
export function mdocValidity(times: MdocTimes): MdocValidity {
  const { now, lifetime = MDOC_LIFETIME, before, signer } = times;
  const unit = (times.unit ?? HOUR) * SECOND;
  const end = credentialEnd({ now, lifetime, ...(before === undefined ? {} : { before }) });
  const firstSecond = Math.ceil(signer.notBefore / SECOND) * SECOND;
  const lastSecond = Math.floor(signer.notAfter / SECOND) * SECOND;
  const signed = Math.max(Math.floor(now / unit) * unit, firstSecond);
  return {
    signed,
    validFrom: signed,
    validUntil: Math.min(Math.floor(((end ?? 0) * SECOND) / unit) * unit, lastSecond),
  };
}
