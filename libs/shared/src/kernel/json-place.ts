/** Finds where a text stops being JSON (RFC 8259): the parser of Node 20 does not always report it. Pure. */

export interface TextPlace {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** The tokens that the grammar allows next. */
type Next = 'value' | 'value or end' | 'name or end' | 'name' | 'colon' | 'comma or end' | 'nothing';

const SPACE = /[ \t\n\r]*/y;
/** A string without its closing quotation mark. It ends where a broken string stops being valid. */
const STRING = /"(?:[ !#-[\]-\uffff]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
const ATOM = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

/** @returns the place of the first wrong character; undefined if the text is valid JSON */
export function whereJsonBreaks(text: string): TextPlace | undefined {
  const open: ('{' | '[')[] = [];
  let next: Next = 'value';
  let at = after(SPACE, text, 0);
  while (at < text.length) {
    const read = readToken(text, at, next, open);
    if ('wrong' in read) return placeOf(text, read.wrong);
    next = read.next;
    at = after(SPACE, text, read.end);
  }
  return next === 'nothing' ? undefined : placeOf(text, text.length);
}

type Read = { readonly end: number; readonly next: Next } | { readonly wrong: number };

function readToken(text: string, at: number, next: Next, open: ('{' | '[')[]): Read {
  const character = text[at];
  const isEnd = next.endsWith('end');
  if (isEnd && character === (open.at(-1) === '{' ? '}' : ']')) {
    open.pop();
    return { end: at + 1, next: afterValue(open) };
  }
  switch (next) {
    case 'colon':
      return character === ':' ? { end: at + 1, next: 'value' } : { wrong: at };
    case 'comma or end':
      if (character !== ',') return { wrong: at };
      return { end: at + 1, next: open.at(-1) === '{' ? 'name' : 'value' };
    case 'name':
    case 'name or end':
      return character === '"' ? readString(text, at, 'colon') : { wrong: at };
    case 'nothing':
      return { wrong: at };
    default:
      return readValue(text, at, open);
  }
}

function readValue(text: string, at: number, open: ('{' | '[')[]): Read {
  const character = text[at];
  if (character === '{' || character === '[') {
    open.push(character);
    return { end: at + 1, next: character === '{' ? 'name or end' : 'value or end' };
  }
  if (character === '"') return readString(text, at, afterValue(open));
  const end = after(ATOM, text, at);
  return end === at ? { wrong: at } : { end, next: afterValue(open) };
}

function readString(text: string, at: number, next: Next): Read {
  const end = after(STRING, text, at);
  return text[end] === '"' ? { end: end + 1, next } : { wrong: end };
}

function afterValue(open: readonly ('{' | '[')[]): Next {
  return open.length === 0 ? 'nothing' : 'comma or end';
}

/** The end of the sticky pattern's match; `at` if it does not match. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The line and the column of a position. */
export function placeOf(text: string, at: number): TextPlace {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return { line, column: at - before.lastIndexOf('\n') };
}
