/** JSON of signed things: what two parsers could read in two ways is refused. */
import { isUtf8 } from 'node:buffer';
import type { Json, JsonObject } from '../json.ts';
import { isObject, MAX_JSON_DEPTH } from '../json.ts';
import { decodeBase64url } from './base64url.ts';
import { JwtError } from './jwt-error.ts';

/** In valid JSON: every string (with its colon where it is a member name) and every bracket. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

/**
 * Parses JSON. Refuses duplicate member names (RFC 7515, 5.2 step 3), `__proto__`, and deep nesting.
 * @throws JwtError
 */
export function parseStrictJson(text: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw new JwtError('not_json');
  }
  checkMembers(text);
  return value;
}

/**
 * A base64url part that holds a JSON value in UTF-8.
 * @throws JwtError
 */
export function parseJsonPart(part: string): Json {
  const bytes = decodeBase64url(part);
  if (bytes === undefined) throw new JwtError('not_base64url');
  if (!isUtf8(bytes)) throw new JwtError('not_json');
  return parseStrictJson(bytes.toString('utf8'));
}

/**
 * A base64url part that holds a JSON object in UTF-8.
 * @throws JwtError
 */
export function parseObjectPart(part: string): JsonObject {
  const value = parseJsonPart(part);
  if (!isObject(value)) throw new JwtError('not_json');
  return value;
}

function checkMembers(text: string): void {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      open.push(new Set());
      if (open.length > MAX_JSON_DEPTH) throw new JwtError('too_deep');
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (colon !== undefined) {
      checkName(JSON.parse(token.slice(0, -colon.length)) as string, open.at(-1) ?? new Set());
    }
  }
}

function checkName(name: string, seen: Set<string>): void {
  if (name === '__proto__') throw new JwtError('reserved_member');
  if (seen.has(name)) throw new JwtError('duplicate_member');
  seen.add(name);
}
