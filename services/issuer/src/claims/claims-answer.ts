/** The response of a claims webhook: a JSON object of claims by credential configuration id. Pure. */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';

/** @returns claims by configuration id; undefined if the response has a different form */
export function webhookClaims(answer: Json): Readonly<Record<string, JsonObject>> | undefined {
  if (!isObject(answer)) return undefined;
  const entries = Object.entries(answer);
  if (!entries.every(([, claims]) => isObject(claims))) return undefined;
  return Object.fromEntries(entries) as Record<string, JsonObject>;
}
