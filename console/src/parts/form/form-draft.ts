/**
 * A user's input in a form, and the resulting value. A draft is a tree of strings, so that a half-typed number stays
 * unchanged. Pure.
 */
import type { FormNode, Json, ListNode, Member, NumberNode, TextNode } from './form-node.ts';

export type Draft = string | readonly Draft[] | { readonly [member: string]: Draft };

/** The names and positions on the path to a field. */
export type Path = readonly (string | number)[];

/** An error in a field: a key of the form's messages, and the violated limit. */
export interface Mistake {
  readonly pointer: string;
  readonly rule:
    | 'required'
    | 'number'
    | 'integer'
    | 'least'
    | 'most'
    | 'shorter'
    | 'longer'
    | 'json'
    | 'fewer'
    | 'items';
  readonly bound?: number;
}

/** JSON Pointer (RFC 6901) of a path. */
export function pointerOf(path: Path): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The draft that shows a value; an empty one without it. */
export function draftOf(node: FormNode, value?: Json): Draft {
  switch (node.kind) {
    case 'group':
      return Object.fromEntries(node.members.map(({ name, node: of }) => [name, draftOf(of, memberOf(value, name))]));
    case 'list':
      return Array.isArray(value) ? value.map((item: Json) => draftOf(node.item, item)) : [];
    case 'choice':
      return textOf(node.options.findIndex((option) => same(option, value)));
    case 'json':
      return value === undefined ? '' : JSON.stringify(value, null, 2);
    default:
      return value === undefined ? '' : String(value);
  }
}

/** Whether the form can show the whole value: without it, members that the schema does not name would be lost. */
export function isShownBy(node: FormNode, value: Json | undefined): boolean {
  return same(readDraft(node, draftOf(node, value)).value ?? null, value ?? null);
}

/** The draft with another draft at a path. */
export function withDraft(draft: Draft, path: Path, next: Draft): Draft {
  const [first, ...rest] = path;
  if (first === undefined) return next;
  if (Array.isArray(draft)) {
    return draft.map((item: Draft, index) => (index === first ? withDraft(item, rest, next) : item));
  }
  const members = typeof draft === 'object' ? (draft as Readonly<Record<string, Draft>>) : {};
  return { ...members, [first]: withDraft(members[first] ?? '', rest, next) };
}

/** A draft's value. Empty fields are left out. The errors are the ones a field can show before sending. */
export function readDraft(
  node: FormNode,
  draft: Draft,
  path: Path = [],
): { readonly value?: Json; readonly mistakes: readonly Mistake[] } {
  switch (node.kind) {
    case 'group':
      return readGroup(node.members, draft, path);
    case 'list':
      return readList(node, draft, path);
    default:
      return readLeaf(node, typeof draft === 'string' ? draft : '', pointerOf(path));
  }
}

type Read = ReturnType<typeof readDraft>;

function readGroup(members: readonly Member[], draft: Draft, path: Path): Read {
  const of = typeof draft === 'object' ? (draft as Readonly<Record<string, Draft>>) : {};
  const read = members.map(({ name, node }) => readDraft(node, of[name] ?? '', [...path, name]));
  const given = members.flatMap(({ name }, index): [string, Json][] => {
    const value = read[index]?.value;
    return value === undefined ? [] : [[name, value]];
  });
  const isEmpty = given.length === 0 && read.every(({ mistakes }) => mistakes.length === 0);
  const isTop = path.length === 0;
  // An optional group that is left empty is omitted, instead of missing its members.
  if (isEmpty && !isTop) return { mistakes: [] };
  const missing = members.flatMap(({ name, required }, index): Mistake[] => {
    const found = read[index];
    if (!required || found?.value !== undefined || (found?.mistakes.length ?? 0) > 0) return [];
    return [{ pointer: pointerOf([...path, name]), rule: 'required' }];
  });
  return { value: Object.fromEntries(given), mistakes: [...read.flatMap(({ mistakes }) => mistakes), ...missing] };
}

function readList(node: ListNode, draft: Draft, path: Path): Read {
  const items = Array.isArray(draft) ? (draft as readonly Draft[]) : [];
  if (items.length === 0 && path.length > 0) return { mistakes: [] };
  const read = items.map((item, index) => readDraft(node.item, item, [...path, index]));
  const pointer = pointerOf(path);
  const empty = read.flatMap(({ value, mistakes }, index): Mistake[] =>
    value === undefined && mistakes.length === 0 ? [{ pointer: pointerOf([...path, index]), rule: 'required' }] : [],
  );
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = node;
  const count: readonly Mistake[] =
    items.length < minItems
      ? [{ pointer, rule: 'items', bound: minItems }]
      : items.length > maxItems
        ? [{ pointer, rule: 'fewer', bound: maxItems }]
        : [];
  const value = read.flatMap((item) => (item.value === undefined ? [] : [item.value]));
  return { value, mistakes: [...read.flatMap(({ mistakes }) => mistakes), ...empty, ...count] };
}

function readLeaf(node: Exclude<FormNode, { kind: 'group' | 'list' }>, text: string, pointer: string): Read {
  if (text === '') return { mistakes: [] };
  switch (node.kind) {
    case 'image':
      return { value: text, mistakes: [] };
    case 'text':
      return { value: text, mistakes: textMistakes(node, text, pointer) };
    case 'number':
      return readNumber(node, text, pointer);
    case 'boolean':
      return { value: text === 'true', mistakes: [] };
    case 'choice': {
      const value = node.options[Number(text)];
      return value === undefined ? { mistakes: [{ pointer, rule: 'required' }] } : { value, mistakes: [] };
    }
    case 'json':
      return readJson(text, pointer);
    default:
      return node satisfies never;
  }
}

/** Patterns are left to the server, which gives them a limited time. */
function textMistakes({ minLength = 0, maxLength }: TextNode, text: string, pointer: string): Mistake[] {
  // JSON Schema counts characters, not UTF-16 units.
  const { length } = [...text];
  if (length < minLength) return [{ pointer, rule: 'longer', bound: minLength }];
  if (maxLength !== undefined && length > maxLength) return [{ pointer, rule: 'shorter', bound: maxLength }];
  return [];
}

function readNumber({ integer, minimum, maximum }: NumberNode, text: string, pointer: string): Read {
  const value = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN;
  const wrong = (mistake: Omit<Mistake, 'pointer'>): Read => ({ mistakes: [{ pointer, ...mistake }] });
  if (!Number.isFinite(value)) return wrong({ rule: 'number' });
  if (integer && !Number.isInteger(value)) return wrong({ rule: 'integer' });
  if (minimum !== undefined && value < minimum) return wrong({ rule: 'least', bound: minimum });
  if (maximum !== undefined && value > maximum) return wrong({ rule: 'most', bound: maximum });
  return { value, mistakes: [] };
}

function readJson(text: string, pointer: string): Read {
  try {
    return { value: JSON.parse(text) as Json, mistakes: [] };
  } catch {
    return { mistakes: [{ pointer, rule: 'json' }] };
  }
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, Json>>)[name] : undefined;
}

function textOf(index: number): string {
  return index < 0 ? '' : String(index);
}

/** Equal JSON, whatever the order of members. */
function same(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: Json | undefined): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value as Readonly<Record<string, Json>>);
  return Object.fromEntries(
    members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, sorted(member)]),
  );
}
