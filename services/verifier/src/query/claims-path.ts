/** Claims path pointers (OpenID4VP 1.0, 7.1). */
import { isObject, type Json, own } from '@countersign/shared/kernel/json';

/** A name, an index, or null for all elements of an array. */
export type ClaimsPathSegment = string | number | null;
export type ClaimsPath = readonly ClaimsPathSegment[];

/**
 * The elements that a path selects (7.1.1). Own members only: `toString` and `length` select nothing.
 * @returns undefined if the path doesn't match the structure or selects nothing
 */
export function selectClaims(root: Json, path: ClaimsPath): readonly Json[] | undefined {
  let selected: readonly Json[] = [root];
  for (const segment of path) {
    const next = step(selected, segment);
    if (next === undefined || next.length === 0) return undefined;
    selected = next;
  }
  return selected;
}

/** One segment, applied to every selected element; undefined if one has the wrong kind. */
function step(selected: readonly Json[], segment: ClaimsPathSegment): readonly Json[] | undefined {
  const next: Json[] = [];
  for (const element of selected) {
    if (typeof segment === 'string') {
      if (!isObject(element)) return undefined;
      const member = own(element, segment);
      if (member !== undefined) next.push(member);
    } else {
      if (!Array.isArray(element)) return undefined;
      const items = element as readonly Json[];
      // one by one: a list can be longer than a call may have arguments
      if (segment === null) for (const item of items) next.push(item);
      else if (segment < items.length) next.push(...items.slice(segment, segment + 1));
    }
  }
  return next;
}
