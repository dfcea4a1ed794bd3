/**
 * Patterns of JSON Schema (ECMA-262 regular expressions with the flag `u`) in the syntax of RE2, whose matching takes
 * time linear in the text. Pure. Patterns that RE2 cannot express are refused with a reason.
 */

export type PatternTranslation =
  | {
      readonly ok: true;
      /** The pattern in the syntax of RE2; no group captures. */
      readonly source: string;
      /** About the number of instructions of its program: the cost of one character of text. */
      readonly size: number;
    }
  | { readonly ok: false; readonly reason: string };

/** Limit of instructions, enough for `.{1,1000}`. A character of text costs at most this many steps. */
const MAX_SIZE = 2500;
const MAX_LENGTH = 4096;
const MAX_DEPTH = 32;
/** The limit of RE2. */
const MAX_REPETITIONS = 1000;

/** ECMA-262, WhiteSpace and LineTerminator, as ranges of a class. RE2 knows ASCII only. */
const SPACES =
  '\\t-\\r\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NO_SPACES =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';
const EVERYTHING = '\\x{0}-\\x{10ffff}';

/** ECMA-262, table of General_Category values: the long name of each short one. */
const CATEGORIES: Readonly<Record<string, string>> = {
  Letter: 'L',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Spacing_Mark: 'Mc',
  Enclosing_Mark: 'Me',
  Number: 'N',
  Decimal_Number: 'Nd',
  Letter_Number: 'Nl',
  Other_Number: 'No',
  Punctuation: 'P',
  Symbol: 'S',
  Math_Symbol: 'Sm',
  Currency_Symbol: 'Sc',
  Modifier_Symbol: 'Sk',
  Other_Symbol: 'So',
  Separator: 'Z',
  Space_Separator: 'Zs',
};

interface Cursor {
  readonly text: string;
  at: number;
  depth: number;
}

interface Part {
  readonly source: string;
  readonly size: number;
}

class NotLinear extends Error {}

/** Translates a pattern, or returns the reason why it can't be matched in linear time. */
export function translatePattern(pattern: string): PatternTranslation {
  if (pattern.length > MAX_LENGTH) return { ok: false, reason: `is longer than ${MAX_LENGTH} characters` };
  if (!isPattern(pattern)) return { ok: false, reason: 'is not a regular expression (ECMA-262 with the flag u)' };
  try {
    const part = alternatives({ text: pattern, at: 0, depth: 0 });
    if (part.size > MAX_SIZE)
      throw new NotLinear(
        `repeats too much: its parts, each counted as often as it repeats, are more than ${MAX_SIZE}`,
      );
    return { ok: true, ...part };
  } catch (error) {
    if (error instanceof NotLinear) return { ok: false, reason: error.message };
    throw error;
  }
}

/** V8 parses in linear time; only matching can backtrack. */
function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

function alternatives(cursor: Cursor): Part {
  cursor.depth += 1;
  if (cursor.depth > MAX_DEPTH) throw new NotLinear(`is nested deeper than ${MAX_DEPTH} groups`);
  let source = '';
  let size = 1;
  while (cursor.at < cursor.text.length && peek(cursor) !== ')') {
    if (take(cursor, '|')) {
      source += '|';
      size += 1;
      continue;
    }
    const part = repeated(cursor, atom(cursor));
    source += part.source;
    size += part.size;
  }
  cursor.depth -= 1;
  return { source, size };
}

function atom(cursor: Cursor): Part {
  if (take(cursor, '^')) return { source: '^', size: 1 };
  if (take(cursor, '$')) return { source: '$', size: 1 };
  if (take(cursor, '.')) return { source: '[^\\n\\r\\x{2028}\\x{2029}]', size: 1 };
  if (take(cursor, '(')) return group(cursor);
  if (take(cursor, '[')) return { source: characterClass(cursor), size: 1 };
  if (take(cursor, '\\b')) return { source: '\\b', size: 1 };
  if (take(cursor, '\\B')) return { source: '\\B', size: 1 };
  if (take(cursor, '\\s')) return { source: `[${SPACES}]`, size: 1 };
  if (take(cursor, '\\S')) return { source: `[^${SPACES}]`, size: 1 };
  return { source: character(cursor), size: 1 };
}

function group(cursor: Cursor): Part {
  const name = /^\?<[^=!>][^>]*>/u.exec(cursor.text.slice(cursor.at));
  if (name !== null) cursor.at += name[0].length;
  else if (!take(cursor, '?:') && peek(cursor) === '?') {
    const around = /^\?<?[=!]/.test(cursor.text.slice(cursor.at));
    throw new NotLinear(around ? 'has a look-ahead or look-behind, such as (?=…)' : 'has a group of flags');
  }
  const { source, size } = alternatives(cursor);
  cursor.at += 1;
  return { source: `(?:${source})`, size };
}

function repeated(cursor: Cursor, part: Part): Part {
  const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(cursor.text.slice(cursor.at));
  if (found === null) return part;
  cursor.at += found[0].length;
  const [, least, comma, most] = found;
  if (least === undefined) return { source: `${part.source}${found[0]}`, size: part.size + 1 };
  const times = Number(most === '' ? least : most);
  if (Number(least) > MAX_REPETITIONS || times > MAX_REPETITIONS) {
    throw new NotLinear(`repeats more than ${MAX_REPETITIONS} times; minLength and maxLength may express the same`);
  }
  return { source: `${part.source}${found[0]}`, size: Math.max(1, times + (comma === '' ? 0 : 1)) * (part.size + 1) };
}

function characterClass(cursor: Cursor): string {
  const negated = take(cursor, '^');
  let content = '';
  while (!take(cursor, ']')) {
    content += classAtom(cursor);
    // A range, unless the `-` is last and literal.
    if (peek(cursor) === '-' && cursor.text[cursor.at + 1] !== ']') {
      cursor.at += 1;
      content += `-${classAtom(cursor)}`;
    }
  }
  if (content === '') return negated ? `[${EVERYTHING}]` : `[^${EVERYTHING}]`;
  return `[${negated ? '^' : ''}${content}]`;
}

function classAtom(cursor: Cursor): string {
  if (take(cursor, '\\s')) return SPACES;
  if (take(cursor, '\\S')) return NO_SPACES;
  if (take(cursor, '\\b')) return '\\x{8}';
  if (take(cursor, '\\-')) return '\\x{2d}';
  return character(cursor);
}

/** One character, or the class of one escape: the same outside and inside of brackets. */
function character(cursor: Cursor): string {
  if (peek(cursor) !== '\\') return codePoint(nextCodePoint(cursor));
  const rest = cursor.text.slice(cursor.at);
  const simple = /^\\[dDwWtnvfr]/.exec(rest)?.[0];
  if (simple !== undefined) return advanced(cursor, simple, simple);
  if (/^\\[1-9k]/.test(rest)) throw new NotLinear('has a back reference, such as \\1');
  const property = /^\\([pP])\{([^}]*)\}/.exec(rest);
  if (property !== null) return advanced(cursor, property[0], unicodeProperty(property[1] ?? '', property[2] ?? ''));
  return escaped(cursor, rest);
}

function escaped(cursor: Cursor, rest: string): string {
  const pair = /^\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(rest);
  if (pair !== null) {
    const text = String.fromCharCode(Number.parseInt(pair[1] ?? '', 16), Number.parseInt(pair[2] ?? '', 16));
    return advanced(cursor, pair[0], codePoint(text.codePointAt(0) ?? 0));
  }
  const hexadecimal = /^\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(rest);
  if (hexadecimal !== null) {
    const digits = hexadecimal[1] ?? hexadecimal[2] ?? hexadecimal[3] ?? '';
    return advanced(cursor, hexadecimal[0], codePoint(Number.parseInt(digits, 16)));
  }
  const control = /^\\c([A-Za-z])/.exec(rest);
  if (control !== null) return advanced(cursor, control[0], codePoint((control[1] ?? '').charCodeAt(0) % 32));
  if (take(cursor, '\\0')) return codePoint(0);
  // With the flag u only syntax characters may be escaped: each is literal.
  cursor.at += 1;
  return codePoint(nextCodePoint(cursor));
}

function unicodeProperty(letter: string, text: string): string {
  const [, kind, value = ''] = /^(?:(gc|General_Category|sc|Script)=)?(.*)$/.exec(text) ?? [];
  const isScript = kind === 'sc' || kind === 'Script';
  const category = isScript ? undefined : (CATEGORIES[value] ?? (isCategory(value) ? value : undefined));
  if (isScript && !/^[A-Z][a-z]{3}$/.test(value)) return `\\${letter}{${value}}`;
  if (category !== undefined) return `\\${letter}{${category}}`;
  throw new NotLinear('has a Unicode property other than a general category or a script by its long name');
}

function isCategory(value: string): boolean {
  return Object.values(CATEGORIES).includes(value) || /^(P[cdsefio]|Z[lp]|C[cfo])$/.test(value);
}

/** Letters and digits unchanged; all others by number, so that none is a syntax character. */
function codePoint(value: number): string {
  const text = String.fromCodePoint(value);
  return /^[A-Za-z0-9]$/.test(text) ? text : `\\x{${value.toString(16)}}`;
}

function nextCodePoint(cursor: Cursor): number {
  const value = cursor.text.codePointAt(cursor.at) ?? 0;
  cursor.at += value > 0xffff ? 2 : 1;
  return value;
}

function advanced(cursor: Cursor, consumed: string, result: string): string {
  cursor.at += consumed.length;
  return result;
}

function peek(cursor: Cursor): string | undefined {
  return cursor.text[cursor.at];
}

function take(cursor: Cursor, text: string): boolean {
  if (!cursor.text.startsWith(text, cursor.at)) return false;
  cursor.at += text.length;
  return true;
}
