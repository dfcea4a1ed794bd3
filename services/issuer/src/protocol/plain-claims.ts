/**
 * Claims of an issuance that would be in plain by a mistake. At a level of which the disclosure frame names members these are
 * claims that no schema, static claim or claim description knows, and items of an array behind the last position named.
 */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { escapePointer } from './reserved-claims.ts';

/** A level of the claims that the frame names members of. */
export interface FrameLevel {
  readonly path: readonly string[];
  /** An object: the names that are described. */
  readonly names?: ReadonlySet<string>;
  /** An array: at most this many items. */
  readonly positions?: number;
}

/** Pure. @returns the first such claim, with its pointer from the claims; its name is one that the caller gave */
export function findUndescribedClaim(levels: readonly FrameLevel[], claims: JsonObject): FieldError | undefined {
  for (const { path, names, positions } of levels) {
    const level = path.reduce<Json | undefined>(memberOf, claims);
    if (positions !== undefined && Array.isArray(level) && level.length > positions) {
      const detail = `would not be disclosable: the disclosureFrame names ${positions} positions; name as many as there can be items`;
      return { pointer: pointerOf([...path, String(positions)]), detail };
    }
    if (names === undefined || !isObject(level)) continue;
    const unknown = Object.keys(level).find((name) => !names.has(name));
    if (unknown === undefined) continue;
    const detail =
      'is described nowhere and would not be disclosable: name it in schema, or say "additionalProperties": true there';
    return { pointer: pointerOf([...path, unknown]), detail };
  }
  return undefined;
}

/** Member of an object, or item of an array. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? (value[Number(name)] as Json | undefined) : undefined;
  return isObject(value) ? own(value, name) : undefined;
}

/** JSON pointer of a path. */
export function pointerOf(path: readonly string[]): string {
  return path.map((name) => `/${escapePointer(name)}`).join('');
}
