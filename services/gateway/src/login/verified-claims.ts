/** A login's `verified_claims` (OpenID Connect for Identity Assurance 1.0, 5 and 6). Pure. */
import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { LoginClient } from './client.ts';
import { verifiedRequests } from './requested-claims.ts';

export interface Verified {
  readonly client: Pick<LoginClient, 'verified'>;
  /** The presented claims. */
  readonly claims: JsonObject;
  readonly evidence: readonly JsonObject[];
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

function answer(
  asked: Json,
  { client: { verified }, claims, evidence, verifiedAt, now }: Verified,
): JsonObject | undefined {
  if (verified === undefined || !isObject(asked)) return undefined;
  const { verification, claims: wanted } = asked;
  if (!isObject(verification) || !isObject(wanted)) return undefined;
  const time = new Date(verifiedAt * 1000).toISOString();
  const elements: JsonObject = { ...verified, time, ...(evidence.length === 0 ? {} : { evidence }) };
  const said = selected(elements, verification, now);
  const held = Object.entries(wanted).flatMap(([name, condition]) => {
    const value = own(claims, name);
    return value !== undefined && meets(value, condition) ? [[name, value] as const] : [];
  });
  // Without the framework the answer would say nothing of the verification.
  if (!isObject(said) || said.trust_framework === undefined || held.length === 0) return undefined;
  return { verification: said, claims: Object.fromEntries(held) };
}

/**
 * What is asked for of an element: all of it, or those of its members that are there (5.4). Of a list, each item that one of the requests
 * fits (6.3).
 * @returns undefined if a condition isn't met, or is on something that isn't there
 */
function selected(value: Json, asked: Json | undefined, now: number): Json | undefined {
  if (Array.isArray(asked)) return Array.isArray(value) ? selectedItems(value, asked, now) : undefined;
  if (!isObject(asked)) return value;
  if (!isObject(value)) return meets(value, asked) && isYoung(value, asked, now) ? value : undefined;
  const members: Record<string, Json> = {};
  for (const [name, condition] of Object.entries(asked)) {
    const held = own(value, name);
    const chosen = held === undefined ? undefined : selected(held, condition, now);
    if (chosen !== undefined) members[name] = chosen;
    else if (narrows(condition)) return undefined;
  }
  return members;
}

function selectedItems(items: readonly Json[], asked: readonly Json[], now: number): Json | undefined {
  const fitting = items.flatMap((item) => {
    const answers = asked.map((one) => selected(item, one, now));
    return answers.find((one) => one !== undefined) ?? [];
  });
  return fitting.length > 0 ? fitting : undefined;
}

/** 5.5.1: `max_age` in seconds, of a time. */
function isYoung(value: Json, { max_age: age }: JsonObject, now: number): boolean {
  return typeof age !== 'number' || (typeof value === 'string' && now - Date.parse(value) / 1000 <= age);
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
