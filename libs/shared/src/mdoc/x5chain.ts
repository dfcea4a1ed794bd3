/** The header parameter `x5chain` (RFC 9360, 2): one certificate is a byte string, several are an array, leaf first. */
import type { CborValue } from './cbor-value.ts';

/** @param x5c standard base64 DER, leaf first, at least one */
export function writeX5chain(x5c: readonly string[]): CborValue {
  const certificates = x5c.map((certificate) => Buffer.from(certificate, 'base64'));
  return certificates.length === 1 ? certificates[0] : certificates;
}

/** The certificates in DER, leaf first; undefined for a value of another form. An array of one is accepted. */
export function readX5chain(value: CborValue): readonly Buffer[] | undefined {
  const certificates = Array.isArray(value) ? (value as readonly CborValue[]) : [value];
  if (certificates.length === 0 || !certificates.every((one): one is Buffer => Buffer.isBuffer(one))) return undefined;
  return certificates;
}
