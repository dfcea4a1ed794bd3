/**
 * Merges the errors that several checks report for one document: drops consequences of other errors, and keeps the
 * document's order. Pure.
 */
import type { FieldError } from '../kernel/errors.ts';
import { isObject, type Json } from '../kernel/json.ts';
import { namesOfPointer } from '../kernel/json-pointer.ts';

/**
 * A check that can run even if others have reported errors.
 * @param isClear whether no earlier error is at, above or below these places, so that their members can be relied on
 */
export type DocumentCheck = (isClear: IsClear) => readonly FieldError[];

type IsClear = (...pointers: readonly string[]) => boolean;

/** Whether no error is at one of the places, above it or below it. */
export function clearOf(known: readonly FieldError[]): IsClear {
  return (...pointers) =>
    known.every(({ pointer }) => pointers.every((one) => !isWithin(pointer, one) && !isWithin(one, pointer)));
}

/**
 * Runs every check with the known errors.
 * @param known errors in the shape, which make other errors at and below their places pointless
 * @returns the known and the new errors, for each place from the first check that reports any
 */
export function withChecks(known: readonly FieldError[], checks: readonly DocumentCheck[]): readonly FieldError[] {
  const isClear = clearOf(known);
  const all = [...known];
  const taken = new Set<string>();
  const closed = new Set(known.map(({ pointer }) => pointer));
  for (const check of checks) {
    const found = check(isClear).filter(
      ({ pointer }) => !taken.has(pointer) && !ancestors(pointer).some((one) => closed.has(one)),
    );
    for (const { pointer } of found) taken.add(pointer);
    all.push(...found);
  }
  return all;
}

/** Errors at places without a known error. */
export function atNewPlaces(known: readonly FieldError[], findings: readonly FieldError[]): readonly FieldError[] {
  const taken = new Set(known.map(({ pointer }) => pointer));
  return findings.filter(({ pointer }) => !taken.has(pointer));
}

/** Sorts errors by their place in the document. An error about a missing member comes before the existing members. */
export function inDocumentOrder(document: Json, findings: readonly FieldError[]): readonly FieldError[] {
  const orders = new Map<Json, ReadonlyMap<string, number>>();
  const placed = findings.map((finding) => ({ finding, place: placeOf(document, finding.pointer, orders) }));
  return placed.sort((a, b) => compare(a.place, b.place)).map(({ finding }) => finding);
}

const MISSING = -1;

/** The position at each level of the pointer, as far down as the document has it. */
function placeOf(document: Json, pointer: string, orders: Map<Json, ReadonlyMap<string, number>>): readonly number[] {
  const place: number[] = [];
  let value: Json | undefined = document;
  for (const name of namesOfPointer(pointer)) {
    const at: number | undefined = value === undefined ? undefined : orderOf(value, orders).get(name);
    if (at === undefined) return [...place, MISSING];
    place.push(at);
    value = memberOf(value, name);
  }
  return place;
}

/** Cached for each value, so that many errors in a large object cost no more than their number. */
function orderOf(value: Json, orders: Map<Json, ReadonlyMap<string, number>>): ReadonlyMap<string, number> {
  const known = orders.get(value);
  if (known !== undefined) return known;
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const order = new Map(names.map((name, index) => [name, index]));
  orders.set(value, order);
  return order;
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)] as Json | undefined;
  return isObject(value) ? value[name] : undefined;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((position, level) => position !== b[level]);
  return differs < 0 ? a.length - b.length : (a[differs] ?? 0) - (b[differs] ?? MISSING - 1);
}

/** The pointer and the pointers of everything around it. */
function ancestors(pointer: string): readonly string[] {
  const tokens = pointer.split('/');
  return tokens.map((_, index) => tokens.slice(0, index + 1).join('/'));
}

function isWithin(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}
