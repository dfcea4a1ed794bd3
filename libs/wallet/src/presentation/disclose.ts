/**
 * Chooses a credential for a query, and the disclosures that the query requests (OpenID4VP 1.0, 6.4.1 and 7.1). Pure.
 */
import { claimsOf, type Disclosure, disclosuresOf, payloadOf } from '../jwt/disclosed-claims.ts';
import { isJwtVc, jwtVcClaims } from '../jwt/jwt-vc-claims.ts';
import { isMdoc } from '../mdoc/issuer-signed.ts';
import type { CredentialFormat } from '../profiles/wallet-habits.ts';
import { claimSets, missingOf } from './claim-sets.ts';
import { type AgeHabit, discloseElements, mdocMismatch } from './disclose-elements.ts';
import { typeMismatch } from './jwt-vc.ts';
import type { ClaimQuery, CredentialQuery } from './present.ts';

type Path = ClaimQuery['path'];

/** Why a credential doesn't match a query; undefined if it does. */
export function mismatchOf(credential: string, query: CredentialQuery, habits: AgeHabit = {}): string | undefined {
  const { format } = query;
  if (format !== undefined && format !== formatOf(credential)) return `its format is ${formatOf(credential)}`;
  if (isMdoc(credential)) return mdocMismatch(credential, query, habits);
  if (isJwtVc(credential)) {
    const shown = jwtVcClaims(credential);
    return typeMismatch(shown, query) ?? missingOf(claimSets(query), (claim) => hasClaim(shown, claim));
  }
  const claims = claimsOf(credential);
  const { vct_values: types } = query.meta ?? {};
  if (types !== undefined && !types.includes(String(claims.vct))) return `its type is ${String(claims.vct)}`;
  return missingOf(claimSets(query), (claim) => hasClaim(claims, claim));
}

/** A credential's format, by its name in queries. */
export function formatOf(credential: string): CredentialFormat {
  if (isJwtVc(credential)) return 'jwt_vc_json';
  return isMdoc(credential) ? 'mso_mdoc' : 'dc+sd-jwt';
}

/**
 * The credential with the disclosures, or elements, of the first set of claims that it has; none if the query lists no
 * claims.
 */
export function discloseAsked(credential: string, query: CredentialQuery, habits: AgeHabit = {}): string {
  if (isMdoc(credential)) return discloseElements(credential, query, habits);
  if (isJwtVc(credential)) return credential;
  const claims = claimsOf(credential);
  const asked = claimSets(query).find((set) => set.every((claim) => hasClaim(claims, claim))) ?? [];
  const all = disclosuresOf(credential);
  const kept = new Set(asked.flatMap(({ path }) => onPath(payloadOf(credential), path, all)));
  const [jwt = ''] = credential.split('~');
  return [jwt, ...all.filter((one) => kept.has(one)).map(({ text }) => text), ''].join('~');
}

function hasClaim(claims: unknown, { path, values }: ClaimQuery): boolean {
  const found = valuesAt(claims, path);
  return found.length > 0 && (values === undefined || found.some((value) => values.includes(value)));
}

function valuesAt(value: unknown, [part, ...rest]: Path): readonly unknown[] {
  if (part === undefined) return [value];
  if (part === null) return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return [];
  return valuesAt((value as Record<string | number, unknown>)[part], rest);
}

/** The disclosures along a path, and all below its end. */
function onPath(value: unknown, [part, ...rest]: Path, all: readonly Disclosure[]): readonly Disclosure[] {
  if (part === undefined) return below(value, all);
  return childrenOf(value, all)
    .filter(({ name }) => part === null || name === part)
    .flatMap(({ by, child }) => [...by, ...onPath(child, rest, all)]);
}

function below(value: unknown, all: readonly Disclosure[]): readonly Disclosure[] {
  return childrenOf(value, all).flatMap(({ by, child }) => [...by, ...below(child, all)]);
}

interface Child {
  readonly name: string | number;
  readonly child: unknown;
  readonly by: readonly Disclosure[];
}

function childrenOf(value: unknown, all: readonly Disclosure[]): readonly Child[] {
  const disclosed = (digest: unknown): Disclosure | undefined => all.find((one) => one.digest === digest);
  if (Array.isArray(value)) {
    return value.map((item, name) => {
      const by = disclosed((item as { readonly '...'?: unknown } | null)?.['...']);
      return by === undefined ? { name, child: item, by: [] } : { name, child: by.value, by: [by] };
    });
  }
  if (typeof value !== 'object' || value === null) return [];
  const { _sd: digests = [], ...plain } = value as Record<string, unknown>;
  const hidden = (Array.isArray(digests) ? digests : []).flatMap((digest) => disclosed(digest) ?? []);
  return [
    ...Object.entries(plain).map(([name, child]) => ({ name, child, by: [] })),
    ...hidden.map((by) => ({ name: by.name ?? '', child: by.value, by: [by] })),
  ];
}
