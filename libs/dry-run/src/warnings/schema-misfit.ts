/** Whether a static claim can ever satisfy its schema: the keywords that need no evaluation of untrusted patterns. Pure. */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';

export interface Misfit {
  /** JSON pointer from the claims. */
  readonly pointer: string;
  /** The rule, without the value. */
  readonly detail: string;
}

const MAX_DEPTH = 16;

/** The parts of a value that violate a schema's simple keywords; empty if none do. */
export function misfits(value: Json, schema: Json | undefined, pointer = '', depth = 0): readonly Misfit[] {
  if (!isObject(schema) || depth > MAX_DEPTH) return [];
  const rule = brokenRule(value, schema);
  if (rule !== undefined) return [{ pointer, detail: rule }];
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, index) => misfits(item, schema.items, `${pointer}/${index}`, depth + 1));
  }
  const { properties } = schema;
  if (!isObject(value) || !isObject(properties)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    Object.hasOwn(properties, name)
      ? misfits(item ?? null, properties[name], `${pointer}/${escapePointer(name)}`, depth + 1)
      : [],
  );
}

function brokenRule(value: Json, schema: JsonObject): string | undefined {
  const { type, enum: values, const: only } = schema;
  const types = Array.isArray(type) ? type : type === undefined ? undefined : [type];
  if (types !== undefined && !types.some((one) => isOfType(value, one))) return `must be ${types.join(' or ')}`;
  if (Array.isArray(values) && !values.some((one) => equal(one, value))) return 'must be one of the values of enum';
  if (Object.hasOwn(schema, 'const') && !equal(only, value)) return 'must be the value of const';
  return brokenBound(value, schema);
}

function brokenBound(value: Json, schema: JsonObject): string | undefined {
  const size = typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : Number(value);
  const names =
    typeof value === 'string'
      ? ['minLength', 'maxLength']
      : Array.isArray(value)
        ? ['minItems', 'maxItems']
        : ['minimum', 'maximum'];
  if (typeof value === 'boolean' || value === null || isObject(value)) return undefined;
  const [least, most] = names.map((name) => schema[name]);
  if (typeof least === 'number' && size < least) return `is below ${names[0]}`;
  if (typeof most === 'number' && size > most) return `is above ${names[1]}`;
  return undefined;
}

function isOfType(value: Json, type: Json | undefined): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'number':
    case 'string':
    case 'boolean':
      return typeof value === type;
    default:
      return true;
  }
}

function equal(one: Json | undefined, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
