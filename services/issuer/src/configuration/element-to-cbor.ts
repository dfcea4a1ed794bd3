/** Values of data elements between JSON, as offers and webhooks have them, and CBOR. */
import { isObject, type Json } from '@countersign/shared/kernel/json';
import { type CborKey, type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import type { ElementType } from '@countersign/shared/mdoc/element-types';

/** A value does not match its element's type. */
export class ElementError extends Error {
  override readonly name = 'ElementError';
  /** Member names and positions from the element to the value that does not match. */
  readonly path: readonly string[];
  /** The rule, as the end of a sentence about the value; without a value. */
  readonly rule: string;

  constructor(path: readonly string[], rule: string) {
    super(`An element value ${rule}`);
    this.path = path;
    this.rule = rule;
  }
}

/** CBOR readers have their own depth limits. This one leaves room for the structure around the element. */
const MAX_DEPTH = 12;
const FULL_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
/** RFC 3339, 5.6 */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const BASE64URL = /^[A-Za-z0-9_-]*$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The CBOR of a value. Without a type the JSON's kind decides: text, bool, number, null, array, map.
 * @param type the element's, if the configuration or the table has one
 * @throws ElementError if the value has another type, or is nested deeper than 12 levels
 */
export function elementToCbor(value: Json, type: ElementType | undefined): CborValue {
  return toCbor(value, type, []);
}

function toCbor(value: Json, type: ElementType | undefined, path: readonly string[]): CborValue {
  if (path.length > MAX_DEPTH) throw new ElementError(path, `is nested deeper than ${MAX_DEPTH} levels`);
  if (typeof type === 'object') return structured(value, type, path);
  switch (type) {
    case undefined:
      return byKind(value, path);
    case 'text':
      return demand(typeof value === 'string', 'is not a text', value, path);
    case 'bool':
      return demand(typeof value === 'boolean', 'is not true or false', value, path);
    case 'integer':
      return demand(Number.isSafeInteger(value), 'is not a whole number', value, path);
    case 'map':
      return demand(isObject(value), 'is not an object', value, path);
    case 'array':
      return demand(Array.isArray(value), 'is not an array', value, path);
    case 'bytes':
      return bytes(value, path);
    case 'full-date':
      if (!isFullDate(value)) throw new ElementError(path, 'is not a full date, YYYY-MM-DD');
      return new Tagged(TAG.fullDate, value);
    case 'tdate':
      if (!isDateTime(value)) throw new ElementError(path, 'is not a date and time of RFC 3339');
      return new Tagged(TAG.dateTime, value);
    case 'date':
      if (isFullDate(value)) return new Tagged(TAG.fullDate, value);
      if (isDateTime(value)) return new Tagged(TAG.dateTime, value);
      throw new ElementError(path, 'is neither a full date, YYYY-MM-DD, nor a date and time of RFC 3339');
  }
}

function demand(fits: boolean, rule: string, value: Json, path: readonly string[]): CborValue {
  if (!fits) throw new ElementError(path, rule);
  return byKind(value, path);
}

function byKind(value: Json, path: readonly string[]): CborValue {
  if (typeof value === 'string') return text(value, path);
  if (Array.isArray(value)) return value.map((item: Json, index) => toCbor(item, undefined, [...path, String(index)]));
  if (isObject(value)) return members(value, () => undefined, path);
  return value as number | boolean | null;
}

/** RFC 8949, 3.1: text is valid UTF-8. Half a surrogate pair has no encoding and would be replaced. */
function text(value: string, path: readonly string[]): string {
  if (LONE_SURROGATE.test(value)) throw new ElementError(path, 'is not valid Unicode');
  return value;
}

function members(
  value: Readonly<Record<string, Json | undefined>>,
  typeOf: (name: string) => ElementType | undefined,
  path: readonly string[],
): CborValue {
  const map = new Map<CborKey, CborValue>();
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    map.set(text(name, path), toCbor(member, typeOf(name), [...path, name]));
  }
  return map;
}

function structured(value: Json, type: Exclude<ElementType, string>, path: readonly string[]): CborValue {
  if ('items' in type) {
    if (!Array.isArray(value)) throw new ElementError(path, 'is not an array');
    return value.map((item: Json, index) => toCbor(item, type.items, [...path, String(index)]));
  }
  if (!isObject(value)) throw new ElementError(path, 'is not an object');
  const missing = type.required.find((name) => value[name] === undefined);
  if (missing !== undefined) throw new ElementError([...path, missing], 'is missing');
  return members(value, (name) => (Object.hasOwn(type.members, name) ? type.members[name] : undefined), path);
}

/** @throws ElementError for padding, another alphabet and bits after the last byte */
function bytes(value: Json, path: readonly string[]): Buffer {
  if (typeof value === 'string' && BASE64URL.test(value)) {
    const decoded = Buffer.from(value, 'base64url');
    if (decoded.toString('base64url') === value) return decoded;
  }
  throw new ElementError(path, 'is not base64url without padding');
}

/** RFC 8943, 2 */
function isFullDate(value: Json): value is string {
  if (typeof value !== 'string') return false;
  const parts = FULL_DATE.exec(value);
  if (parts === null) return false;
  const day = new Date(`${value}T00:00:00Z`);
  // A day that the month does not have moves into the next month.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

function isDateTime(value: Json): value is string {
  if (typeof value !== 'string') return false;
  const day = DATE_TIME.exec(value)?.[1];
  return day !== undefined && isFullDate(day);
}
