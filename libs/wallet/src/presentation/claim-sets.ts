/** The sets of claims that satisfy a query (OpenID4VP 1.0, 6.4.1). Pure. */
import type { ClaimQuery, CredentialQuery } from './present.ts';

/** Alternatives, the preferred one first; none if the query lists no claims. */
export function claimSets({ claims = [], claim_sets: sets }: CredentialQuery): readonly (readonly ClaimQuery[])[] {
  if (sets === undefined) return claims.length === 0 ? [] : [claims];
  return sets.map((set) => set.flatMap((id) => claims.filter((claim) => claim.id === id)));
}

/** What the first set lacks if the wallet has no complete set; undefined if it has one, or none is requested. */
export function missingOf(
  sets: readonly (readonly ClaimQuery[])[],
  isHeld: (claim: ClaimQuery) => boolean,
): string | undefined {
  if (sets.length === 0 || sets.some((set) => set.every(isHeld))) return undefined;
  const missing = (sets[0] ?? []).filter((claim) => !isHeld(claim)).map(({ path }) => path.join('.'));
  return `it has no ${missing.join(', ')}`;
}
