/** Which claims an entry of a registration certificate grants (ETSI TS 119 475, 5.2.4; the wildcard of OpenID4VP 1.0, 7.1). */
import type { RegisteredClaim } from './registration-claims.ts';

export type PathStep = string | number | null;
export type ClaimValue = string | number | boolean;

export interface AskedClaim {
  readonly path: readonly PathStep[];
  readonly values?: readonly ClaimValue[];
}

/** A tree of the registered paths: looking up one costs its own length, however many are registered. */
export interface RegisteredPaths {
  /** Steps keep their types: 1, "1" and null are three. */
  readonly next: Map<PathStep, RegisteredPaths>;
  /** Whether a path ends here that is registered for every value. */
  unlimited: boolean;
  /** Values for which a path that ends here is registered. */
  readonly values: Set<ClaimValue>;
}

function emptyPaths(): RegisteredPaths {
  return { next: new Map(), unlimited: false, values: new Set() };
}

/** An empty path grants nothing. */
export function registeredPaths(claims: readonly RegisteredClaim[]): RegisteredPaths {
  const root = emptyPaths();
  for (const { path = [], values } of claims) {
    if (path.length === 0) continue;
    let at = root;
    for (const step of path) {
      const known = at.next.get(step);
      const next = known ?? emptyPaths();
      if (known === undefined) at.next.set(step, next);
      at = next;
    }
    if (values === undefined) at.unlimited = true;
    for (const value of values ?? []) at.values.add(value);
  }
  return root;
}

/**
 * Whether the claim is registered: its path, or one above it. A registered null covers each index, and only it covers null.
 * If a path is registered for certain values, the query must be limited to some of them.
 */
export function isCovered(registered: RegisteredPaths, { path, values }: AskedClaim): boolean {
  let reached: readonly RegisteredPaths[] = [registered];
  for (const step of path) {
    const steps = typeof step === 'number' ? [step, null] : [step];
    reached = reached.flatMap(({ next }) => steps.flatMap((one) => next.get(one) ?? []));
    if (reached.some(({ unlimited }) => unlimited)) return true;
  }
  return values?.every((value) => reached.some((end) => end.values.has(value))) === true;
}

/** The same if only an equal path is accepted. */
export function isCoveredExactly(registered: RegisteredPaths, { path, values }: AskedClaim): boolean {
  const end = endOf(registered, path);
  return end !== undefined && (end.unlimited || values?.every((value) => end.values.has(value)) === true);
}

/** The values that a path itself is registered for; none if it is registered for every value, or not at all. */
export function valuesAt(registered: RegisteredPaths, path: AskedClaim['path']): readonly ClaimValue[] {
  const end = endOf(registered, path);
  return end === undefined || end.unlimited ? [] : [...end.values];
}

function endOf(registered: RegisteredPaths, path: AskedClaim['path']): RegisteredPaths | undefined {
  let at: RegisteredPaths | undefined = registered;
  for (const step of path) at = at?.next.get(step);
  return at;
}
