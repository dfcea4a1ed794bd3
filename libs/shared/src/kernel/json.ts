/** JSON as a closed type, and the only parser for JSON that comes from outside. */
import { ProtocolError } from './errors.ts';
import { MAX_JSON_DEPTH, MAX_WALLET_MEMBERS, membersFinding } from './json-members.ts';
import { whereJsonBreaks } from './json-place.ts';
import { factText } from './reasons/facts.ts';
import type { Reasoned } from './reasons/reasons.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

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

/**
 * Parses JSON text after counting its members, and refuses duplicate names in an object.
 * @param most members and items
 * @throws ProtocolError `invalid_request`
 */
export function parseCountedJson(text: string, most = MAX_WALLET_MEMBERS): Json {
  const finding = membersFinding(text, { left: most });
  switch (finding?.kind) {
    case 'repeated': {
      const facts = { parameter: factText(finding.name) };
      throw new ProtocolError('invalid_request', 'A member is given more than once', {
        reason: 'parameter_repeated',
        facts,
      });
    }
    case 'too many':
      throw new ProtocolError('invalid_request', 'The JSON has too many members', {
        reason: 'too_large',
        facts: { most },
      });
    case 'too deep':
      throw tooDeep();
    case 'reserved':
      throw reservedKey();
    case undefined:
      return parseJson(text);
  }
}

function malformed(detail: string): Reasoned {
  return { reason: 'body_malformed', facts: { detail } };
}

/** Contains the place, and quotes nothing from the text. */
function notJson(text: string): string {
  const place = whereJsonBreaks(text);
  return place === undefined
    ? 'This is not valid JSON'
    : `This is not valid JSON: line ${place.line}, column ${place.column}`;
}

function tooDeep(): ProtocolError {
  const description = `JSON is nested deeper than ${MAX_JSON_DEPTH} levels`;
  return new ProtocolError('invalid_request', description, malformed('nested too deep'));
}

function reservedKey(): ProtocolError {
  return new ProtocolError('invalid_request', 'A key with a reserved name is not accepted', {
    reason: 'parameter_reserved',
  });
}

function checkShape(value: Json, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_JSON_DEPTH) throw tooDeep();
  if (Array.isArray(value)) {
    for (const item of value) checkShape(item as Json, depth + 1);
    return;
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__') throw reservedKey();
    checkShape((value as JsonObject)[key] as Json, depth + 1);
  }
}
