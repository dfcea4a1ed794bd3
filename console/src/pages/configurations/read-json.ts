/** Parses JSON with the place of each value, so that errors can be shown there. Pure. */
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { pointerTo } from '../../parts/json-pointer.ts';

/** Offsets in the text. */
export interface Place {
  readonly from: number;
  readonly to: number;
  /** The name of a member, with its quotes. */
  readonly key?: { readonly from: number; readonly to: number };
}

export interface ReadJson {
  /** Undefined if the text is not valid JSON. */
  readonly value?: unknown;
  /** By JSON pointer (RFC 6901). */
  readonly places: ReadonlyMap<string, Place>;
  /** Where the text stops being valid JSON. */
  readonly error?: { readonly at: number };
}

export function readJson(text: string): ReadJson {
  const places = new Map<string, Place>();
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(text, errors, { disallowComments: true });
    if (tree !== undefined) note(places, tree);
  } catch (error) {
    // The server refuses such deep values, too.
    if (error instanceof RangeError) return { places, error: { at: 0 } };
    throw error;
  }
  const [error] = errors;
  return error === undefined ? { value: JSON.parse(text), places } : { places, error: { at: error.offset } };
}

function note(places: Map<string, Place>, { type, children = [], ...node }: Node, pointer = '', key?: Place): void {
  places.set(pointer, { ...extent(node), ...(key && { key }) });
  for (const [index, child] of children.entries()) {
    const [name, value] = type === 'object' ? (child.children ?? []) : [undefined, child];
    if (value !== undefined) note(places, value, pointerTo(pointer, name?.value ?? index), name && extent(name));
  }
}

function extent({ offset, length }: Pick<Node, 'offset' | 'length'>): Place {
  return { from: offset, to: offset + length };
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
