/** The value of a data element as JSON, for the backend. */

import type { Json } from '@countersign/shared/kernel/json';
import { type CborValue, isCborMap, Tagged } from '@countersign/shared/mdoc/cbor-value';

/**
 * Converts a value to JSON: dates as strings, bytes in base64url, integers beyond 2^53 as decimal strings, `undefined`
 * as null, map keys as strings. Other tags are dropped and their content stays.
 */
export function elementToJson(value: CborValue): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return value.toString();
  // JSON has no NaN and no infinity.
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Buffer.isBuffer(value)) return value.toString('base64url');
  if (value instanceof Tagged) return elementToJson(value.value);
  // `fromEntries` defines members: a name like `__proto__` is only a name.
  if (isCborMap(value)) return Object.fromEntries([...value].map(([key, member]) => [key, elementToJson(member)]));
  return (value as readonly CborValue[]).map(elementToJson);
}
