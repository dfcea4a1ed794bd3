import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';

/** Claim names that the service sets or that SD-JWT reserves (RFC 9901, 4.1 and 4.2.4.1; SD-JWT VC, 3.2.2). */
const RESERVED = new Set(['iss', 'iat', 'nbf', 'exp', 'cnf', 'vct', 'status', '_sd', '_sd_alg', '...']);
/** Names that are reserved by SD-JWT at any depth. */
const RESERVED_ANYWHERE = new Set(['_sd', '_sd_alg', '...']);

/** Whether the service sets this name or SD-JWT reserves it. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(name);
}

/**
 * Finds claim names that only the service may set.
 * @param claims as sent by a backend or written in a file
 * @param pointer JSON pointer of `claims` in what the caller sent
 * @returns one error per reserved name, at any depth for the names of the SD-JWT form
 */
export function reservedClaims(claims: JsonObject, pointer: string): FieldError[] {
  const found: FieldError[] = [];
  for (const name of Object.keys(claims)) {
    if (RESERVED.has(name)) found.push(reserved(pointer, name));
    else collectNested(claims[name], `${pointer}/${escapePointer(name)}`, found);
  }
  return found;
}

function collectNested(value: unknown, pointer: string, found: FieldError[]): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      collectNested(item, `${pointer}/${index}`, found);
    });
    return;
  }
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    if (RESERVED_ANYWHERE.has(name)) found.push(reserved(pointer, name));
    else collectNested(value[name], `${pointer}/${escapePointer(name)}`, found);
  }
}

function reserved(pointer: string, name: string): FieldError {
  return { pointer: `${pointer}/${escapePointer(name)}`, detail: 'This claim name is set by the service' };
}
