/** What of a presentation is handed on: the claims that were asked for, and those that nobody can hide. */

import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { ClaimsPath } from './claims-path.ts';
import type { Disclosures } from './sd-jwt-disclosures.ts';

/** Technical claims: not for the backend. */
const REMOVED = ['status', 'cnf', '_sd_alg'];

interface Kept {
  readonly value: Json;
  /** True where a path ended here or below. */
  readonly asked: boolean;
}

/**
 * The claims of a verified SD-JWT VC without those disclosures that no path leads to (OpenID4VP 1.0, 6.4: a wallet
 * may disclose more than one query asks for). Array elements that are left out don't leave a gap.
 * @param payload of the verified issuer JWT, digests and all
 * @param disclosures those that passed verification
 * @param paths of the claims that were asked for; what lies below a path belongs to it
 */
export function askedClaims(payload: JsonObject, disclosures: Disclosures, paths: readonly ClaimsPath[]): JsonObject {
  const { value } = keepObject(payload, paths, disclosures);
  const claims = isObject(value) ? value : {};
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !REMOVED.includes(name)));
}

function keep(value: Json, paths: readonly ClaimsPath[], disclosures: Disclosures): Kept {
  const asked = paths.some((path) => path.length === 0);
  if (typeof value !== 'object' || value === null) return { value, asked };
  const kept = isObject(value)
    ? keepObject(value, paths, disclosures)
    : keepArray(value as readonly Json[], paths, disclosures);
  return { value: kept.value, asked: asked || kept.asked };
}

function keepObject(object: JsonObject, paths: readonly ClaimsPath[], disclosures: Disclosures): Kept {
  const claims: Record<string, Json> = {};
  let asked = false;
  for (const [name, member] of Object.entries(object)) {
    if (name === '_sd' || name === '_sd_alg') continue;
    const kept = keep(member ?? null, below(paths, name), disclosures);
    claims[name] = kept.value;
    asked ||= kept.asked;
  }
  for (const digest of (own(object, '_sd') ?? []) as readonly string[]) {
    const { name, value } = disclosures.get(digest) ?? {};
    if (name === undefined || value === undefined) continue;
    const kept = keep(value, below(paths, name), disclosures);
    if (kept.asked) claims[name] = kept.value;
    asked ||= kept.asked;
  }
  return { value: claims, asked };
}

function keepArray(items: readonly Json[], paths: readonly ClaimsPath[], disclosures: Disclosures): Kept {
  const elements: Json[] = [];
  let asked = false;
  let index = 0;
  for (const item of items) {
    const digest = isObject(item) ? own(item, '...') : undefined;
    const value = typeof digest === 'string' ? disclosures.get(digest)?.value : item;
    if (value === undefined) continue;
    const kept = keep(value, below(paths, index), disclosures);
    if (kept.asked || digest === undefined) elements.push(kept.value);
    asked ||= kept.asked;
    index += 1;
  }
  return { value: elements, asked };
}

/** What is left of the paths one step down. A path that has ended goes on: all below it was asked for. */
function below(paths: readonly ClaimsPath[], step: string | number): readonly ClaimsPath[] {
  const left: ClaimsPath[] = [];
  for (const path of paths) {
    const [first, ...rest] = path;
    if (first === undefined) left.push(path);
    else if (first === step || (first === null && typeof step === 'number')) left.push(rest);
  }
  return left;
}
