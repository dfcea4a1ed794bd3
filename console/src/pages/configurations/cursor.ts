/**
 * A cursor's context in a JSON text: which object or array, and whether it is at a name or at a value. Pure; the text
 * may be incomplete.
 */

export interface Cursor {
  /** Names and positions from the root to the value at the cursor, or that would start there. */
  readonly path: readonly (string | number)[];
  /** A name of the object at `path`, or the value at `path`. */
  readonly at: 'name' | 'value';
  /** Offset at which the typed part starts, including an opening quote. */
  readonly from: number;
  readonly typed: string;
  /** Names that the object has before the cursor. */
  readonly names: readonly string[];
}

interface Level {
  readonly kind: 'object' | 'array';
  readonly names: string[];
  /** Name of the member, or position of the item, that is being read. */
  step: string | number;
  /** For an object: the name has been read, so a value follows. */
  value: boolean;
}

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+|\s+/gs;

export function cursorAt(text: string, offset: number): Cursor {
  const levels: Level[] = [];
  const before = text.slice(0, offset);
  let [from, typed] = [offset, ''];
  for (const { 0: token, index } of before.matchAll(TOKEN)) {
    const last = index + token.length === before.length;
    const isOpen = /^[^\s{}[\],:]/.test(token) && !/^".*[^\\]"$|^""$/s.test(token);
    if (last && isOpen) [from, typed] = [index, token];
    else readToken(levels, token);
  }
  const level = levels.at(-1);
  const isName = level?.kind === 'object' && !level.value;
  const path = levels.map(({ step }) => step);
  return {
    path: isName ? path.slice(0, -1) : path,
    at: isName ? 'name' : 'value',
    from,
    typed,
    names: level?.names ?? [],
  };
}

function readToken(levels: Level[], token: string): void {
  const level = levels.at(-1);
  switch (token[0]) {
    case '{':
    case '[':
      levels.push({ kind: token === '{' ? 'object' : 'array', names: [], step: token === '{' ? '' : 0, value: false });
      return;
    case '}':
    case ']':
      levels.pop();
      return;
    case ',':
      if (level?.kind === 'array') level.step = Number(level.step) + 1;
      else if (level !== undefined) level.value = false;
      return;
    case ':':
      if (level?.kind === 'object') level.value = true;
      return;
    case '"':
      if (level?.kind === 'object' && !level.value) readName(level, token);
      return;
    default:
  }
}

function readName(level: Level, token: string): void {
  const name = token.slice(1, -1);
  level.step = name;
  level.names.push(name);
}
