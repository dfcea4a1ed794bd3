/** `verified_claims` of a login (OpenID Connect for Identity Assurance 1.0, 5 and 6). Pure. */
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { LoginClient } from './client.ts';

export interface Verified {
  readonly client: Pick<LoginClient, 'verified'>;
  /** What was presented. */
  readonly claims: JsonObject;
  /** Seconds. */
  readonly verifiedAt: number;
  /** Seconds. */
  readonly now: number;
}

/**
 * Answers each request for them. One whose conditions are not met, or that asks for a claim or an element that is not there, is left
 * out: that is no error.
 * @param asked `verified_claims` of the `claims` parameter
 */
export function verifiedClaims(asked: Json | undefined, known: Verified): Json | undefined {
  const several = Array.isArray(asked);
  const requests: readonly Json[] = several ? (asked as readonly Json[]) : asked === undefined ? [] : [asked];
  const answers = requests.map((one) => answer(one, known)).filter((one) => one !== undefined);
  if (answers.length === 0) return undefined;
  return several ? answers : answers[0];
}

function answer(asked: Json, { client: { verified }, claims, verifiedAt, now }: Verified): JsonObject | undefined {
  if (verified === undefined || !isObject(asked)) return undefined;
  const { verification, claims: wanted } = asked;
  if (!isObject(verification) || !isObject(wanted) || Object.keys(wanted).length === 0) return undefined;
  const elements: JsonObject = { ...verified, time: new Date(verifiedAt * 1000).toISOString() };
  if (!Object.hasOwn(verification, 'trust_framework')) return undefined;
  const said = Object.entries(verification).map(([name, condition]) => {
    const value = own(elements, name);
    const old =
      name === 'time' &&
      isObject(condition) &&
      typeof condition.max_age === 'number' &&
      now - verifiedAt > condition.max_age;
    return value !== undefined && !old && meets(value, condition) ? ([name, value] as const) : undefined;
  });
  const held = Object.entries(wanted).flatMap(([name, condition]) => {
    const value = own(claims, name);
    return value === undefined ? [] : [[name, value, meets(value, condition)] as const];
  });
  if (said.includes(undefined) || held.length === 0 || held.some(([, , isMet]) => !isMet)) return undefined;
  return {
    verification: Object.fromEntries(said.filter((one) => one !== undefined)),
    claims: Object.fromEntries(held.map(([name, value]) => [name, value])),
  };
}

/** 6.3.1 and 6.4: `value` and `values` narrow what is accepted. */
function meets(value: Json, condition: Json | undefined): boolean {
  if (!isObject(condition)) return true;
  const { value: one, values } = condition;
  if (one !== undefined && one !== value) return false;
  return !Array.isArray(values) || values.includes(value);
}
