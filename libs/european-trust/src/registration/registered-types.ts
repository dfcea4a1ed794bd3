/** Which types of credentials an entry of a registration certificate is for (ETSI TS 119 475, 5.2.4, tables 8 and 9). */
import { type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import type { RegisteredCredential } from './registration-claims.ts';
import type { CheckedDocument, Finding } from './registration-error.ts';

/** The types of one credential, in the member of `meta` that its format has. */
export type CredentialType =
  | { readonly format: 'dc+sd-jwt'; readonly vctValues: readonly string[] }
  | { readonly format: 'mso_mdoc'; readonly doctype: string }
  | { readonly format: 'jwt_vc_json'; readonly typeValues: readonly (readonly string[])[] };

/** A type, and where it was written. */
export type WrittenType = CredentialType & {
  readonly document: CheckedDocument;
  /** JSON pointer. */
  readonly pointer: string;
};

export interface RegisteredEntry {
  /** JSON pointer into the claims of the certificate. */
  readonly pointer: string;
  readonly credential: RegisteredCredential;
}

export function registeredEntries(
  credentials: readonly RegisteredCredential[],
  pointer: string,
): readonly RegisteredEntry[] {
  return credentials.map((credential, index) => ({ pointer: `${pointer}/${index}`, credential }));
}

/**
 * Whether the entry covers all of the types. An entry without a format or a type covers none, nor does one with an
 * additional limit, because requests have no such limits.
 */
export function coversType({ format, meta }: RegisteredCredential, type: CredentialType): boolean {
  if (format !== type.format || meta === undefined || Object.keys(meta).length !== 1) return false;
  const registered = typesIn(meta, type.format);
  return typesOf(type).every((one) => registered.includes(one));
}

const MEMBER = { 'dc+sd-jwt': 'vct_values', mso_mdoc: 'doctype_value', jwt_vc_json: 'type_values' } as const;

function typesOf(type: CredentialType): readonly string[] {
  if (type.format === 'jwt_vc_json') return type.typeValues.map((set) => set.join(' '));
  return type.format === 'dc+sd-jwt' ? type.vctValues : [type.doctype];
}

function typesIn(meta: JsonObject, format: CredentialType['format']): readonly unknown[] {
  const value = own(meta, MEMBER[format]);
  if (format === 'mso_mdoc') return [value];
  const values = Array.isArray(value) ? (value as readonly unknown[]) : [];
  // The types of one alternative, as `typesOf` writes them
  return format === 'jwt_vc_json' ? values.map((set) => (Array.isArray(set) ? set.join(' ') : undefined)) : values;
}

/** Maximum number of registered values in an error. */
export const MOST_SHOWN = 20;

/** The error for a type that no entry covers. @param list JSON pointer of the entries */
export function typeFinding(written: WrittenType, entries: readonly RegisteredEntry[], list: string): Finding {
  const { document, pointer, format } = written;
  const finding = (place: string, detail: string, value: Json): Finding => ({
    reason: 'registration_exceeded',
    document,
    pointer: `${pointer}${place}`,
    detail,
    registered: { pointer: list, value },
  });
  const ofFormat = entries.filter(({ credential }) => credential.format === format);
  if (ofFormat.length === 0) {
    const formats = [...new Set(entries.flatMap(({ credential }) => credential.format ?? []))].slice(0, MOST_SHOWN);
    return finding(document === 'query' ? '/format' : '', `Nothing is registered in the format ${format}`, formats);
  }
  const value = ofFormat.slice(0, MOST_SHOWN).map(({ credential }) => credential.meta ?? null);
  const single = typesOf(written).findIndex(
    (type) =>
      !ofFormat.some(
        ({ credential }) => credential.meta !== undefined && typesIn(credential.meta, format).includes(type),
      ),
  );
  const detail = single === -1 ? 'No registered entry covers exactly these types' : 'The type is not registered';
  return finding(placeOf(written, single), detail, value);
}

/** Where the type is in its document. @param single index of the type; -1 for all of them */
function placeOf({ document, format }: WrittenType, single: number): string {
  if (document === 'device request') return '/docType';
  if (document !== 'query') return '';
  const member = `/meta/${MEMBER[format]}`;
  return format !== 'mso_mdoc' && single !== -1 ? `${member}/${single}` : member;
}

/**
 * Compares the types that a tenant issues with the registered ones (ARF ISSU_24b and 34b), because wallets do not
 * accept others.
 * @param registered `provides_attestations`
 */
export function offeredFindings(
  offered: readonly WrittenType[],
  registered: readonly RegisteredCredential[] = [],
): readonly Finding[] {
  const list = '/provides_attestations';
  const entries = registeredEntries(registered, list);
  return offered
    .filter((type) => !entries.some(({ credential }) => coversType(credential, type)))
    .map((type) => typeFinding(type, entries, list));
}
