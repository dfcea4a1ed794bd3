/**
 * Claims that an issuance would always disclose by accident. At a level at which the disclosure frame has members,
 * these are undescribed claims, and array items after the last listed position.
 */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import { didYouMean } from '@countersign/shared/kernel/nearest-name';

/** A level of the claims at which the frame has members. */
export interface FrameLevel {
  readonly path: readonly string[];
  /** For an object: the described names. */
  readonly names?: ReadonlySet<string>;
  /** For an array: the limit of items. */
  readonly positions?: number;
}

/** Pure. @returns the first such claim, with its pointer from the claims; the name comes from the caller */
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
    const near = didYouMean(unknown, names);
    const instead = near === '' ? '. Describe' : `${near} Otherwise describe`;
    const detail = `is not described and would not be disclosable${instead} it in schema, or set "additionalProperties": true there`;
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
