/** Counts the members of JSON text and finds bad names, before the text is parsed: parsing many costs far more than their bytes. Pure. */

/** Deepest nesting that is accepted from outside. */
export const MAX_JSON_DEPTH = 32;
/** Maximum number of members and items in a wallet's JSON. A request for a hundred credentials has a few hundred. */
export const MAX_WALLET_MEMBERS = 2000;

/**
 * What is wrong with a JSON text: too many members, too many levels, a duplicate name (RFC 8259, 4), or a name that a
 * later merge would take for a prototype.
 */
export type MembersFinding =
  | { readonly kind: 'too many' | 'too deep' | 'reserved' }
  | { readonly kind: 'repeated'; readonly name: string };

/** Number of object members and array items that may still be read, in all texts together. Reading uses it up. */
export interface MembersRoom {
  left: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Text that isn't JSON may pass: the parser refuses it. */
export function membersFinding(text: string, room: MembersRoom): MembersFinding | undefined {
  /** For each open object the names so far; undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  let names: Set<string> | undefined;
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at + 1);
        const finding = isName && names !== undefined ? taken(unescaped(text.slice(at + 1, end)), names) : undefined;
        if (finding !== undefined) return finding;
        isName = false;
        at = end;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_LIST:
        names = text.charCodeAt(at) === OPEN_OBJECT ? new Set() : undefined;
        open.push(names);
        if (open.length > MAX_JSON_DEPTH) return { kind: 'too deep' };
        isName = true;
        room.left -= 1;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        open.pop();
        names = open.at(-1);
        break;
      case COMMA:
        isName = true;
        room.left -= 1;
        break;
    }
    if (room.left < 0) return { kind: 'too many' };
  }
  return undefined;
}

/** Adds a name to its object's names. */
function taken(name: string, names: Set<string>): MembersFinding | undefined {
  if (name === '__proto__') return { kind: 'reserved' };
  if (names.has(name)) return { kind: 'repeated', name };
  names.add(name);
  return undefined;
}

/** @param from after the opening quotation mark */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    // Backslashes in pairs escape each other, not the quotation mark after them.
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/** The same name may be written with and without escapes. */
function unescaped(name: string): string {
  if (!name.includes('\\')) return name;
  try {
    return String(JSON.parse(`"${name}"`));
  } catch {
    return name;
  }
}
