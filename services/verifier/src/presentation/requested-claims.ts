/** The claims of a presentation for the backend: the requested ones, and the always disclosed ones. */

import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { ClaimsPath } from '../query/claims-path.ts';
import type { Disclosures } from './sd-jwt-disclosures.ts';

/** Technical claims, which the backend does not receive. */
const REMOVED = ['status', 'cnf', '_sd_alg'];

interface KeptClaims {
  readonly value: Json;
  /** True if a path ends here or below. */
  readonly requested: boolean;
}

/**
 * The claims of a verified SD-JWT VC without disclosures outside the paths (OpenID4VP 1.0, 6.4: a wallet may disclose
 * more than one query requests). Omitted array elements leave no gap.
 * @param payload of the verified issuer-signed JWT, with its digests
 * @param disclosures after verification
 * @param paths of the requested claims; each includes everything below it
 */
export function requestedClaims(
  payload: JsonObject,
  disclosures: Disclosures,
  paths: readonly ClaimsPath[],
): JsonObject {
  const { value } = keepObject(payload, paths, disclosures);
  const claims = isObject(value) ? value : {};
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !REMOVED.includes(name)));
}

function keep(value: Json, paths: readonly ClaimsPath[], disclosures: Disclosures): KeptClaims {
  const requested = paths.some((path) => path.length === 0);
  if (typeof value !== 'object' || value === null) return { value, requested };
  const kept = isObject(value)
    ? keepObject(value, paths, disclosures)
    : keepArray(value as readonly Json[], paths, disclosures);
  return { value: kept.value, requested: requested || kept.requested };
}

function keepObject(object: JsonObject, paths: readonly ClaimsPath[], disclosures: Disclosures): KeptClaims {
  const claims: Record<string, Json> = {};
  let requested = false;
  for (const [name, member] of Object.entries(object)) {
    if (name === '_sd' || name === '_sd_alg') continue;
    const kept = keep(member ?? null, below(paths, name), disclosures);
    claims[name] = kept.value;
    requested ||= kept.requested;
  }
  for (const digest of (own(object, '_sd') ?? []) as readonly string[]) {
    const { name, value } = disclosures.get(digest) ?? {};
    if (name === undefined || value === undefined) continue;
    const kept = keep(value, below(paths, name), disclosures);
    if (kept.requested) claims[name] = kept.value;
    requested ||= kept.requested;
  }
  return { value: claims, requested };
}

function keepArray(items: readonly Json[], paths: readonly ClaimsPath[], disclosures: Disclosures): KeptClaims {
  const elements: Json[] = [];
  let requested = false;
  let index = 0;
  for (const item of items) {
    const digest = isObject(item) ? own(item, '...') : undefined;
    const value = typeof digest === 'string' ? disclosures.get(digest)?.value : item;
    if (value === undefined) continue;
    const kept = keep(value, below(paths, index), disclosures);
    if (kept.requested || digest === undefined) elements.push(kept.value);
    requested ||= kept.requested;
    index += 1;
  }
  return { value: elements, requested };
}

/** The rest of the paths one step down. A path that has ended continues: it includes everything below it. */
function below(paths: readonly ClaimsPath[], step: string | number): readonly ClaimsPath[] {
  const left: ClaimsPath[] = [];
  for (const path of paths) {
    const [first, ...rest] = path;
    if (first === undefined) left.push(path);
    else if (first === step || (first === null && typeof step === 'number')) left.push(rest);
  }
  return left;
}
