/** Elements of an mdoc as JSON: for reports and users. Pure. */
import { type Cbor, CborTag, DATE_TIME, FULL_DATE } from './cbor.ts';
import { readIssuerSigned, securityObjectOf } from './issuer-signed.ts';

export type Elements = Record<string, Record<string, unknown>>;

/**
 * By namespace. Dates and integers beyond 2^53 are strings.
 * @param bytes how to show bytes. Default: base64url
 * @throws Error if it is not an mdoc
 */
export function elementsOf(credential: string, bytes = base64url): Elements {
  return Object.fromEntries(
    [...readIssuerSigned(credential).nameSpaces].map(([space, items]) => [
      space,
      Object.fromEntries(items.map(({ name, value }) => [name, jsonOf(value, bytes)])),
    ]),
  );
}

/** @throws Error if it is not an mdoc */
export function docTypeOf(credential: string): string {
  return securityObjectOf(readIssuerSigned(credential)).docType;
}

/** @param bytes how bytes are shown; default base64url */
export function jsonOf(value: Cbor, bytes = base64url): unknown {
  if (value === undefined) return null;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return bytes(value);
  if (value instanceof CborTag) {
    const isDate = value.tag === DATE_TIME || value.tag === FULL_DATE;
    return isDate ? jsonOf(value.content, bytes) : { tag: value.tag, value: jsonOf(value.content, bytes) };
  }
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, item]) => [String(key), jsonOf(item, bytes)]));
  }
  return Array.isArray(value) ? value.map((item) => jsonOf(item, bytes)) : value;
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
