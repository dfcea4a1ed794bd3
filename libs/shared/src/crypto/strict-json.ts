/** Parser for signed JSON: refuses text that two parsers could read differently. */
import { isUtf8 } from 'node:buffer';
import type { Json, JsonObject } from '../kernel/json.ts';
import { isObject, MAX_JSON_DEPTH } from '../kernel/json.ts';
import { decodeBase64url } from './base64url.ts';
import { JwtError } from './jwt-error.ts';

/** Limit of values in one text; an empty list or object counts as two. */
const MAX_VALUES = 100_000;

/** The highest white space character; the parser refuses all other characters below it. */
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Parses JSON. Refuses duplicate member names (RFC 7515, 5.2 step 3), `__proto__`, deep nesting and too many values,
 * before any value is built.
 * @throws JwtError
 */
export function parseStrictJson(text: string): Json {
  checkMembers(text);
  return parse(text) as Json;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new JwtError('not_json');
  }
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

/** Scans the text once, character by character; it may not be JSON. */
function checkMembers(text: string): void {
  // The names of every object or list that is open; made for those that have names.
  const open: (Set<string> | undefined)[] = [];
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case OPEN_OBJECT:
      case OPEN_LIST:
        open.push(undefined);
        values += 1;
        if (open.length > MAX_JSON_DEPTH) throw new JwtError('too_deep');
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        break;
      case COMMA:
        values += 1;
        break;
      case QUOTE: {
        const end = endOfString(text, at);
        if (isName(text, end)) checkName(nameIn(text, at, end), open);
        at = end;
        break;
      }
    }
    if (values > MAX_VALUES) throw new JwtError('too_long');
  }
}

/** Index of the quotation mark that ends the string which begins at `start`; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    // Backslashes in pairs escape each other, not the quotation mark after them.
    if ((end - before) % 2 === 1) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** In JSON a colon follows names alone. */
function isName(text: string, end: number): boolean {
  let next = end + 1;
  while (text.charCodeAt(next) <= SPACE) next += 1;
  return text.charCodeAt(next) === COLON;
}

function nameIn(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end);
  return name.includes('\\') ? String(parse(text.slice(start, end + 1))) : name;
}

function checkName(name: string, open: (Set<string> | undefined)[]): void {
  if (name === '__proto__') throw new JwtError('reserved_member');
  const innermost = open.length - 1;
  const names = open[innermost];
  if (names === undefined) {
    // A name outside of every object is no JSON.
    if (innermost >= 0) open[innermost] = new Set([name]);
  } else if (names.has(name)) {
    throw new JwtError('duplicate_member');
  } else {
    names.add(name);
  }
}
