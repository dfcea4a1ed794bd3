/**
 * Parser for signed and encrypted JSON: refuses text that two parsers could read differently, and enforces limits
 * before it parses.
 */
import { isUtf8 } from 'node:buffer';
import type { Json, JsonObject } from '../kernel/json.ts';
import { isObject } from '../kernel/json.ts';
import { MAX_WALLET_MEMBERS, type MembersRoom, membersFinding } from '../kernel/json-members.ts';
import { decodeBase64url } from './base64url.ts';
import { JwtError, type JwtReason } from './jwt-error.ts';

const reasonOf = {
  'too many': 'too_long',
  'too deep': 'too_deep',
  reserved: 'reserved_member',
  repeated: 'duplicate_member',
} as const satisfies Readonly<Record<string, JwtReason>>;

/**
 * Parses JSON. Refuses duplicate member names (RFC 7515, 5.2 step 3), `__proto__`, deep nesting and too many members,
 * before any value is built.
 * @param room remaining number of members, which several calls can share
 * @throws JwtError
 */
export function parseStrictJson(text: string, room: MembersRoom = { left: MAX_WALLET_MEMBERS }): Json {
  const finding = membersFinding(text, room);
  if (finding !== undefined) throw new JwtError(reasonOf[finding.kind]);
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new JwtError('not_json');
  }
}

/**
 * Parses a base64url part that contains a JSON value in UTF-8.
 * @throws JwtError
 */
export function parseJsonPart(part: string, room?: MembersRoom): Json {
  const bytes = decodeBase64url(part);
  if (bytes === undefined) throw new JwtError('not_base64url');
  if (!isUtf8(bytes)) throw new JwtError('not_json');
  return parseStrictJson(bytes.toString('utf8'), room);
}

/**
 * Parses a base64url part that contains a JSON object in UTF-8.
 * @throws JwtError
 */
export function parseObjectPart(part: string, room?: MembersRoom): JsonObject {
  const value = parseJsonPart(part, room);
  if (!isObject(value)) throw new JwtError('not_json');
  return value;
}
