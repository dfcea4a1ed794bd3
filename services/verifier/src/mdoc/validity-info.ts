/** When an mdoc is valid (ISO/IEC 18013-5, 9.1.2.4). */
import { CLOCK_SKEW } from '@countersign/shared/crypto/time-claims';
import { offsetFact } from '@countersign/shared/kernel/reasons/received';
import { type CborValue, isCborMap, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { MdocError } from './mdoc-error.ts';

/** Milliseconds. */
export interface Validity {
  readonly signed: number;
  readonly validFrom: number;
  readonly validUntil: number;
}

/** A `tdate` in an MSO: UTC, in whole seconds. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/**
 * Reads an MSO's `validityInfo`.
 * @throws MdocError `time` for a time that is missing, isn't a date with tag 0, or is out of order
 */
export function readValidity(validityInfo: CborValue): Validity {
  if (validityInfo === undefined || !isCborMap(validityInfo)) throw malformed('validityInfo');
  const time = (name: string): number => timeOf(name, validityInfo.get(name));
  const validity = { signed: time('signed'), validFrom: time('validFrom'), validUntil: time('validUntil') };
  if (validity.signed > validity.validFrom) throw wrong('validFrom', 'before_signed');
  if (validity.validFrom >= validity.validUntil) throw wrong('validUntil', 'before_valid_from');
  return validity;
}

/**
 * Checks that a document is valid now. The expiry has no tolerance; the issuer's clock may be ahead by `skew`.
 * @param now milliseconds
 * @param skew seconds
 * @throws MdocError `time`
 */
export function checkValidity(validity: Validity, now: number, skew = CLOCK_SKEW): void {
  for (const claim of ['signed', 'validFrom'] as const) {
    if (validity[claim] > now + skew * 1000) {
      const facts = { claim, ...offsetFact(validity[claim] / 1000, now), limitSeconds: skew };
      throw new MdocError('time', facts);
    }
  }
  if (now >= validity.validUntil) {
    const expiredSeconds = Math.round((now - validity.validUntil) / 1000);
    throw new MdocError('time', { claim: 'validUntil', expiredSeconds });
  }
}

/** @returns milliseconds */
function timeOf(name: string, value: CborValue): number {
  const text = value instanceof Tagged && value.tag === TAG.dateTime ? value.value : undefined;
  if (typeof text !== 'string' || !DATE_TIME.test(text)) throw malformed(name);
  const time = Date.parse(text);
  // The 31st of a month of 30 days is read as the first of the next.
  if (Number.isNaN(time) || new Date(time).toISOString() !== text.replace('Z', '.000Z')) throw malformed(name);
  return time;
}

function malformed(claim: string): MdocError {
  return wrong(claim, 'no_date_time');
}

function wrong(claim: string, detail: string): MdocError {
  return new MdocError('time', { claim, detail });
}
