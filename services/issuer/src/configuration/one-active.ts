/** A configuration's member `one_active`: a holder has one valid credential of it. Pure. */
import { claimAt, normalized, tellsApart } from '@countersign/shared/crypto/pairwise-subject';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { namesOfPointer } from '@countersign/shared/kernel/json-pointer';

export interface OneActive {
  /** Pointers of the claims that together identify a holder. */
  readonly subject: readonly string[];
  /** True: older credentials are revoked when newer ones were sent, and not when the wallet accepted them. */
  readonly unreported?: true;
}

/** The member as written; undefined if a holder may have several. */
export function oneActive(written: Json | undefined): OneActive | undefined {
  if (!isObject(written) || !Array.isArray(written.subject)) return undefined;
  const subject = written.subject.filter((pointer) => typeof pointer === 'string');
  return { subject, ...(written.revoke === 'sent' ? { unreported: true as const } : {}) };
}

/** Credentials without a status can't be revoked. */
export function oneActiveFindings({ one_active: written, short_lived: short }: JsonObject): readonly FieldError[] {
  if (written === undefined || short !== true) return [];
  return [{ pointer: '/one_active', detail: "Credentials without a status can't be revoked" }];
}

/** The first claim that does not identify a holder. @returns a pointer from the claims, and the rule */
export function subjectFinding({ subject }: OneActive, claims: JsonObject): FieldError | undefined {
  const pointer = subject.find((one) => identifying(claims, one) === undefined);
  return pointer === undefined
    ? undefined
    : { pointer, detail: 'must be a text or a number: one_active identifies the holder by it' };
}

/** The values that identify a holder, in one form. @throws Error if `subjectFinding` reports one */
export function subjectValues({ subject }: OneActive, claims: JsonObject): readonly (string | number)[] {
  return subject.map((pointer) => {
    const value = identifying(claims, pointer);
    if (value === undefined) throw new Error('A claim that identifies the holder is missing');
    return value;
  });
}

function identifying(claims: JsonObject, pointer: string): string | number | undefined {
  const value = claimAt(claims, namesOfPointer(pointer));
  if (typeof value === 'number') return value;
  return tellsApart(value) ? normalized(value) : undefined;
}
