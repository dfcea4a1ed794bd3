/**
 * Fields of a certificate that lists and responses about revocation refer to, as DER bytes (RFC 5280, 4.1; RFC 6960,
 * 4.1.1). Pure.
 */
import type { X509Certificate } from 'node:crypto';
import { elementAt, type Place } from '@countersign/shared/crypto/der';

/** `[0] EXPLICIT Version` */
const VERSION = 0xa0;

export interface CertificateFields {
  /** Content of the INTEGER, as a string with one character per byte: the key of a look-up. */
  readonly serial: string;
  /** Names with their heads. */
  readonly issuer: Buffer;
  readonly subject: Buffer;
  /** The bits of the key, without the count of unused ones. */
  readonly key: Buffer;
}

/** @throws RangeError for bytes that aren't a certificate, which node has already excluded */
export function certificateFields({ raw }: X509Certificate): CertificateFields {
  const whole = placeAt(raw, 0);
  const toBeSigned = placeAt(raw, whole.start);
  const fields: { readonly at: number; readonly place: Place }[] = [];
  for (let at = toBeSigned.start; at < toBeSigned.end; ) {
    const place = placeAt(raw, at);
    if (place.tag !== VERSION) fields.push({ at, place });
    at = place.end;
  }
  const [serial, , issuer, , subject, info] = fields;
  if (!serial || !issuer || !subject || !info) throw new RangeError('no certificate');
  const bits = placeAt(raw, placeAt(raw, info.place.start).end);
  return {
    serial: raw.toString('latin1', serial.place.start, serial.place.end),
    issuer: raw.subarray(issuer.at, issuer.place.end),
    subject: raw.subarray(subject.at, subject.place.end),
    key: raw.subarray(bits.start + 1, bits.end),
  };
}

function placeAt(der: Buffer, at: number): Place {
  const place = elementAt(der, at);
  if (place === undefined) throw new RangeError('no certificate');
  return place;
}
