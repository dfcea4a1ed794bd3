/** Reads JSON with the place of each value, for findings that stand where they belong. Pure. */

/** Offsets in the text. */
export interface Place {
  readonly from: number;
  readonly to: number;
  /** The name of a member, with its quotes. */
  readonly key?: { readonly from: number; readonly to: number };
}

export interface ReadJson {
  /** Undefined where the text is no JSON. */
  readonly value?: unknown;
  /** By JSON pointer (RFC 6901); up to the error where there is one. */
  readonly places: ReadonlyMap<string, Place>;
  /** Where the text stops to be JSON. */
  readonly error?: { readonly at: number };
}

class Stop extends Error {
  readonly at: number;

  constructor(at: number) {
    super('no JSON');
    this.at = at;
  }
}

const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const OTHER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[\t\n\r ]*/y;
/** Deeper text is refused by the server too. */
const DEEPEST = 200;

export function readJson(text: string): ReadJson {
  const places = new Map<string, Place>();
  const reader = createReader(text, places);
  try {
    const value = reader.read('', 0);
    reader.end();
    return { value, places };
  } catch (error) {
    if (error instanceof Stop) return { places, error: { at: error.at } };
    throw error;
  }
}

/** A pointer of one more step. */
export function pointerTo(pointer: string, step: string | number): string {
  return `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The place of a pointer, or of the nearest value around it. */
export function placeOf(places: ReadonlyMap<string, Place>, pointer: string): Place | undefined {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = places.get(at);
    if (found !== undefined || at === '') return found;
  }
}

/** The line of an offset, from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function createReader(text: string, places: Map<string, Place>) {
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const skip = (): string => {
    match(SPACE);
    return text.charAt(at);
  };
  const take = (mark: string): void => {
    if (skip() !== mark) throw new Stop(at);
    at += 1;
  };
  const readText = (): string => {
    skip();
    const found = match(STRING);
    if (found === undefined) throw new Stop(at);
    return JSON.parse(found) as string;
  };
  const members = (pointer: string, depth: number): Record<string, unknown> => {
    const entries: [string, unknown][] = [];
    list('{', '}', () => {
      skip();
      const from = at;
      const name = readText();
      const key = { from, to: at };
      take(':');
      const inner = pointerTo(pointer, name);
      entries.push([name, read(inner, depth + 1)]);
      const place = places.get(inner);
      if (place !== undefined) places.set(inner, { ...place, key });
    });
    // A member `__proto__` is one like any other.
    return Object.fromEntries(entries);
  };
  const items = (pointer: string, depth: number): unknown[] => {
    const found: unknown[] = [];
    list('[', ']', () => found.push(read(pointerTo(pointer, found.length), depth + 1)));
    return found;
  };
  const list = (open: string, close: string, item: () => unknown): void => {
    take(open);
    if (skip() !== close) {
      item();
      while (skip() === ',') {
        at += 1;
        item();
      }
    }
    take(close);
  };
  const read = (pointer: string, depth: number): unknown => {
    const mark = skip();
    if (depth > DEEPEST) throw new Stop(at);
    const from = at;
    // The place of a value that is not finished is known too, for completion.
    places.set(pointer, { from, to: text.length });
    const value = readValue(mark, pointer, depth);
    places.set(pointer, { from, to: at });
    return value;
  };
  const readValue = (mark: string, pointer: string, depth: number): unknown => {
    if (mark === '{') return members(pointer, depth);
    if (mark === '[') return items(pointer, depth);
    if (mark === '"') return readText();
    const found = match(OTHER);
    if (found === undefined || found === '') throw new Stop(at);
    return JSON.parse(found);
  };
  return {
    read,
    end: () => {
      if (skip() !== '') throw new Stop(at);
    },
  };
}
