/** Shared parts of the query checks: the list of errors, and checks of members that occur in several places. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';

/** OpenID4VP 1.0, 6.1 and 6.3: ids of credential queries and claim queries. */
export const IDENTIFIER = /^[A-Za-z0-9_-]+$/;

/** All errors of a query, so that its author sees them together. */
export type Findings = FieldError[];

/** Adds an error. @returns an empty list, as a substitute for the part that can't be parsed */
export function note(found: Findings, pointer: string, detail: string): [] {
  found.push({ pointer, detail });
  return [];
}

interface FlagMember {
  readonly name: string;
  /** The value if the member is absent. */
  readonly absent: boolean;
  /** JSON pointer of the object. */
  readonly at: string;
}

/** An optional boolean member of an object. */
export function flag(found: Findings, object: JsonObject, { name, absent, at }: FlagMember): boolean {
  const value = Object.hasOwn(object, name) ? own(object, name) : absent;
  if (typeof value !== 'boolean') note(found, `${at}/${name}`, `${name} must be true or false`);
  return value === true;
}

/** A list of lists of known ids (`claim_sets`, `options`). */
export function combinations(
  found: Findings,
  value: Json | undefined,
  known: ReadonlySet<string>,
  at: string,
): readonly (readonly string[])[] {
  const lists = nonEmptyArray(value);
  if (lists === undefined) return note(found, at, 'A list of at least one combination');
  for (const [index, list] of lists.entries()) {
    const ids = nonEmptyArray(list);
    if (ids === undefined) note(found, `${at}/${index}`, 'A combination is a list of at least one id');
    else if (new Set(ids).size !== ids.length) note(found, `${at}/${index}`, 'Duplicate id in a combination');
    for (const [place, id] of (ids ?? []).entries()) {
      if (typeof id !== 'string' || !known.has(id)) note(found, `${at}/${index}/${place}`, 'No such id in this query');
    }
  }
  return lists as readonly (readonly string[])[];
}

/** The value if it is a list with at least one element, otherwise undefined. */
export function nonEmptyArray(value: Json | undefined): readonly Json[] | undefined {
  return Array.isArray(value) && value.length > 0 ? (value as readonly Json[]) : undefined;
}
