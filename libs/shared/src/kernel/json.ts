/** JSON as a closed type, and the only parser for JSON that comes from outside. */
import { ProtocolError } from './errors.ts';
import { whereJsonBreaks } from './json-place.ts';
import type { Reasoned } from './reasons/reasons.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Deepest nesting that is accepted from outside. */
export const MAX_JSON_DEPTH = 32;

/** True for a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Own property of a JSON object; never one of the prototype. */
export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * Parses JSON text that comes from outside.
 * Refuses text that is not JSON, is nested deeper than `MAX_JSON_DEPTH`, or has a key `__proto__`
 * (a later merge would change a prototype).
 * @throws ProtocolError `invalid_request`
 */
export function parseJson(text: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw new ProtocolError('invalid_request', notJson(text), malformed('no JSON'));
  }
  checkShape(value, 1);
  return value;
}

function malformed(detail: string): Reasoned {
  return { reason: 'body_malformed', facts: { detail } };
}

/** Names the place, and quotes nothing of the text. */
function notJson(text: string): string {
  const place = whereJsonBreaks(text);
  return place === undefined
    ? 'This is not valid JSON'
    : `This is not valid JSON: line ${place.line}, column ${place.column}`;
}

function checkShape(value: Json, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_JSON_DEPTH) {
    const description = `JSON is nested deeper than ${MAX_JSON_DEPTH} levels`;
    throw new ProtocolError('invalid_request', description, malformed('nested too deep'));
  }
  if (Array.isArray(value)) {
    for (const item of value) checkShape(item as Json, depth + 1);
    return;
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') {
      throw new ProtocolError('invalid_request', 'A key with a reserved name is not accepted', {
        reason: 'parameter_reserved',
      });
    }
    checkShape((value as JsonObject)[key] as Json, depth + 1);
  }
}
