/**
 * The requested claims of a W3C credential. The format has no selective disclosure: the wallet shows everything, and the
 * backend still receives only what was requested. Pure.
 */
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { ClaimsPath } from '../query/claims-path.ts';

/** Identifies the credential. */
const ALWAYS = ['type', 'issuer', 'issuanceDate', 'expirationDate'];

/**
 * @param credential in its JSON form
 * @param paths of the requested claims; each includes everything below it. Empty: the whole credential, without its status
 */
export function pickClaims(credential: JsonObject, paths: readonly ClaimsPath[]): JsonObject {
  const { credentialStatus: _, ...claims } = credential;
  if (paths.length === 0) return claims;
  const picked = pick(claims, [...ALWAYS.map((name) => [name]), ...paths]);
  return isObject(picked) ? picked : {};
}

/** Omitted array elements leave no gap. */
function pick(value: Json, paths: readonly ClaimsPath[]): Json | undefined {
  if (paths.some((path) => path.length === 0)) return value;
  if (isObject(value)) {
    const kept = Object.keys(value).flatMap((name) => {
      const member = below(own(value, name), paths, name);
      return member === undefined ? [] : [[name, member] as const];
    });
    return kept.length === 0 ? undefined : Object.fromEntries(kept);
  }
  if (!Array.isArray(value)) return undefined;
  const kept = (value as readonly Json[]).flatMap((item, index) => below(item, paths, index) ?? []);
  return kept.length === 0 ? undefined : kept;
}

function below(value: Json | undefined, paths: readonly ClaimsPath[], step: string | number): Json | undefined {
  const left = paths.filter(([first]) => first === step || (first === null && typeof step === 'number'));
  return value === undefined || left.length === 0
    ? undefined
    : pick(
        value,
        left.map((path) => path.slice(1)),
      );
}
