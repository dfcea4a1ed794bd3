/** Whether something that stays still names an object that a bundle would delete. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';

interface Referring {
  readonly key: string;
  readonly kind: string;
  readonly document?: JsonObject;
  readonly present?: JsonObject;
}

type Names = (document: JsonObject, id: string) => boolean;

/** By the kind of what is deleted: the kinds that may name it, and how they do. */
const references: Readonly<Record<string, { readonly from: readonly string[]; readonly names: Names }>> = {
  presentation: {
    from: ['issuance'],
    names: ({ presentation_during_issuance: needed }, id) => isObject(needed) && needed.type === id,
  },
  registrationCertificate: {
    from: ['presentation'],
    names: ({ registrationCert }, id) => isObject(registrationCert) && registrationCert.id === id,
  },
  image: { from: ['display', 'issuance'], names: (document, id) => hasText(document, `/public/${id}`) },
};

/** @param after everything that will be there */
export function danglingReference(
  { kind, id = '' }: { readonly kind: string; readonly id?: string },
  after: readonly Referring[],
): readonly FieldError[] {
  const reference = references[kind];
  if (reference === undefined) return [];
  const { from, names } = reference;
  return after
    .filter(({ kind: other, document, present }) => {
      const there = document ?? present;
      return from.includes(other) && there !== undefined && names(there, id);
    })
    .map(({ key }) => ({ pointer: '', detail: `${key} needs ${kind}/${id}` }));
}

function hasText(value: Json | undefined, end: string): boolean {
  if (typeof value === 'string') return value.endsWith(end);
  if (Array.isArray(value)) return value.some((item) => hasText(item, end));
  return isObject(value) && Object.values(value).some((item) => hasText(item, end));
}
