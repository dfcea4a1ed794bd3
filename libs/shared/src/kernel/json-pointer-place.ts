/** Line and column of a JSON pointer's target (RFC 6901), for people who open the file in an editor. Pure. */
import { placeOf, type TextPlace } from './json-place.ts';
import { namesOfPointer } from './json-pointer.ts';

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const ATOM = /[^\s,:[\]{}"]+/y;

/**
 * @param text valid JSON
 * @returns the place of the member's name or the list's item; where the target is missing, that of its nearest ancestor
 */
export function placeOfPointer(text: string, pointer: string): TextPlace {
  let value = after(SPACE, text, 0);
  let shown = value;
  for (const name of namesOfPointer(pointer)) {
    const found = text[value] === '{' ? findMember(text, value, name) : findItem(text, value, name);
    if (found === undefined) break;
    shown = found.shown;
    value = found.value;
  }
  return placeOf(text, shown);
}

interface PointerTarget {
  /** Position of what is reported: the name of a member, or an item. */
  readonly shown: number;
  readonly value: number;
}

function findMember(text: string, open: number, name: string): PointerTarget | undefined {
  let at = after(SPACE, text, open + 1);
  while (text[at] === '"') {
    const end = after(STRING, text, at);
    const value = after(SPACE, text, after(SPACE, text, end) + 1);
    if (JSON.parse(text.slice(at, end)) === name) return { shown: at, value };
    at = nextPart(text, value);
  }
  return undefined;
}

function findItem(text: string, open: number, name: string): PointerTarget | undefined {
  if (text[open] !== '[' || !/^\d+$/.test(name)) return undefined;
  let at = after(SPACE, text, open + 1);
  for (let index = 0; at < text.length && text[at] !== ']'; index += 1) {
    if (index === Number(name)) return { shown: at, value: at };
    at = nextPart(text, at);
  }
  return undefined;
}

/** Position after the comma that follows a value, or of the closing bracket after the last value. */
function nextPart(text: string, value: number): number {
  const end = after(SPACE, text, endOfValue(text, value));
  return text[end] === ',' ? after(SPACE, text, end + 1) : end;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const character = text[at] ?? '';
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    if (character === '"') at = after(STRING, text, at);
    else at = Math.max(at + 1, after(ATOM, text, at));
  } while (depth > 0 && at < text.length);
  return at;
}

/** Where the sticky pattern ends; `at` where it does not match. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
