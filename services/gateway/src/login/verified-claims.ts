/** A login's `verified_claims` (OpenID Connect for Identity Assurance 1.0, 5 and 6). Pure. */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { LoginClient } from './client.ts';
import { verifiedRequests } from './requested-claims.ts';

export interface Verified {
  readonly client: Pick<LoginClient, 'verified'>;
  /** The presented claims. */
  readonly claims: JsonObject;
  /** Seconds. */
  readonly verifiedAt: number;
  /** Seconds. */
  readonly now: number;
}

/**
 * Handles each request for them. If its conditions on the verification are not met, it is left out. From the others,
 * each claim that is missing or does not meet its condition is left out (5.7.2, 5.7.4). Neither is an error.
 * @param asked `verified_claims` in the `claims` parameter
 */
export function verifiedClaims(asked: Json | undefined, known: Verified): Json | undefined {
  const { each, isList } = verifiedRequests(asked);
  const answers = each.map((one) => answer(one, known)).filter((one) => one !== undefined);
  if (answers.length === 0) return undefined;
  return isList ? answers : answers[0];
}

function answer(asked: Json, { client: { verified }, claims, verifiedAt, now }: Verified): JsonObject | undefined {
  if (verified === undefined || !isObject(asked)) return undefined;
  const { verification, claims: wanted } = asked;
  if (!isObject(verification) || !isObject(wanted)) return undefined;
  const elements: JsonObject = { ...verified, time: new Date(verifiedAt * 1000).toISOString() };
  const said = chosen(elements, verification);
  const isMet = Object.entries(verification).every(([name, condition]) =>
    said.has(name) ? name !== 'time' || isYoung(condition, now - verifiedAt) : !narrows(condition),
  );
  const held = chosen(claims, wanted);
  // Without the framework the response would not describe the verification.
  if (!isMet || !said.has('trust_framework') || held.size === 0) return undefined;
  return { verification: Object.fromEntries(said), claims: Object.fromEntries(held) };
}

/** The requested members that exist and meet their conditions. */
function chosen(from: JsonObject, asked: JsonObject): ReadonlyMap<string, Json> {
  return new Map(
    Object.entries(asked).flatMap(([name, condition]) => {
      const value = own(from, name);
      return value !== undefined && meets(value, condition) ? [[name, value] as const] : [];
    }),
  );
}

/** 5.5.1: `max_age` in seconds. */
function isYoung(condition: Json | undefined, age: number): boolean {
  return !isObject(condition) || typeof condition.max_age !== 'number' || age <= condition.max_age;
}

/** Whether a condition on an element, or on something within it, excludes any data. */
function narrows(condition: Json | undefined): boolean {
  if (Array.isArray(condition)) return condition.some(narrows);
  if (!isObject(condition)) return false;
  return Object.entries(condition).some(
    ([name, inner]) => ['value', 'values', 'max_age'].includes(name) || narrows(inner),
  );
}

/** 5.5: `value` and `values` narrow the accepted values. In a list one matching item is enough. */
function meets(value: Json, condition: Json | undefined): boolean {
  if (!isObject(condition)) return true;
  const { value: one, values } = condition;
  const held = Array.isArray(value) ? value : [value];
  if (one !== undefined && !held.some((item) => isDeepStrictEqual(item, one)) && !isDeepStrictEqual(value, one))
    return false;
  return !Array.isArray(values) || held.some((item) => values.some((each) => isDeepStrictEqual(item, each)));
}
