/**
 * The fields of a credential, as its configuration describes them in four places: the schema, the static claims, the
 * claims' display metadata and the disclosure frame.
 */

import { CLAIMS_OF_SERVICE } from '../../../parts/flow/configuration.ts';
import { pointerTo } from '../../../parts/json-pointer.ts';
import { isRecord, recordOf, recordsOf } from '../../../parts/records.ts';
import { language } from '../../../state/settings.ts';
import { formatOf } from '../credential-format.ts';
import { nameIn, namesOf } from '../credential-preview.ts';
import { type Document, type Place, valueIn } from './document.ts';

/** Types that a field can have. `other`: the schema has rules that the form does not show. */
export const fieldTypes = ['text', 'date', 'number', 'boolean', 'image', 'group', 'list', 'other'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Claims path pointer: names, null for the items of a list. In an mdoc the first is the namespace, in a W3C credential `credentialSubject`. */
export type ClaimPath = readonly (string | null)[];

export interface ClaimField {
  readonly path: ClaimPath;
  readonly type: FieldType;
  /** Type of a list's items. */
  readonly itemType?: FieldType;
  readonly mandatory: boolean;
  /** Undefined if it can't be chosen: in other formats than SD-JWT VC, and for what is in a list. */
  readonly disclosable?: boolean;
  /** Display names by language. */
  readonly names: Readonly<Record<string, string>>;
  /** The fields of a group, or of a list's items. */
  readonly fields: readonly ClaimField[];
}

export const DESCRIBED: Place = ['config', 'credential_metadata', 'claims'];

export function isMdoc(document: Document): boolean {
  return formatOf(document) === 'mso_mdoc';
}

/** Whether the configuration says of each field that the holder may present it separately. */
export function hasFrame(document: Document): boolean {
  return formatOf(document) === 'dc+sd-jwt';
}

/** Where the claims of a W3C credential about its holder are. */
export const SUBJECT = 'credentialSubject';

/** The places with the fields of a credential: its namespaces, or one. */
export function fieldPlaces(document: Document): readonly ClaimPath[] {
  switch (formatOf(document)) {
    case 'dc+sd-jwt':
      return [[]];
    case 'mso_mdoc':
      return nameSpaces(document).map((space) => [space]);
    case 'jwt_vc_json':
      return [[SUBJECT]];
  }
}

/** The fields at a place: at the top, in a namespace, in a group or in the items of a list. */
export function claimFields(document: Document, at: ClaimPath = []): readonly ClaimField[] {
  return namesAt(document, at).map((name) => fieldOf(document, [...at, name]));
}

/** The namespaces of an mdoc. */
export function nameSpaces(document: Document): readonly string[] {
  return namesAt(document, []);
}

function fieldOf(document: Document, path: ClaimPath): ClaimField {
  const type = typeAt(document, path);
  const itemPath = [...path, null];
  const itemType = type === 'list' ? typeAt(document, itemPath) : undefined;
  const canChoose = hasFrame(document) && !path.includes(null);
  return {
    path,
    type,
    ...(itemType === undefined ? {} : { itemType }),
    mandatory: valueIn(document, [...DESCRIBED, descriptionAt(document, path), 'mandatory']) === true,
    ...(canChoose ? { disclosable: disclosedNames(document, path.slice(0, -1)).includes(String(path.at(-1))) } : {}),
    names: namesOf(recordsOf(valueIn(document, DESCRIBED)), path),
    fields:
      type === 'group' ? claimFields(document, path) : itemType === 'group' ? claimFields(document, itemPath) : [],
  };
}

/** Names from all four places, in the order of the schema. */
export function namesAt(document: Document, at: ClaimPath): readonly string[] {
  const described = recordsOf(valueIn(document, DESCRIBED)).flatMap(({ path }) => {
    const steps: readonly unknown[] = Array.isArray(path) ? path : [];
    return at.every((step, index) => steps[index] === step) && typeof steps[at.length] === 'string'
      ? [String(steps[at.length])]
      : [];
  });
  const frame = hasFrame(document) ? disclosedNames(document, at).filter((name) => typeof name === 'string') : [];
  const all = [
    ...Object.keys(recordOf(valueIn(document, [...schemaPlace(at), 'properties']))),
    ...Object.keys(recordOf(sampleAt(document, at))),
    ...described,
    ...frame,
  ];
  const hidden = at.length === 0 && hasFrame(document) ? CLAIMS_OF_SERVICE : [];
  return [...new Set(all)].filter((name) => !hidden.includes(name));
}

/** Position of the display metadata of a claim; the end of the list if there is none. */
export function descriptionAt(document: Document, path: ClaimPath): number {
  const claims = valueIn(document, DESCRIBED);
  const all: readonly unknown[] = Array.isArray(claims) ? claims : [];
  const found = all.findIndex((claim) => JSON.stringify(recordOf(claim).path) === JSON.stringify(path));
  return found < 0 ? all.length : found;
}

export function schemaPlace(path: ClaimPath): Place {
  return ['schema', ...path.flatMap((step) => (step === null ? ['items'] : ['properties', step]))];
}

/** Where the disclosure frame names the members at a place. */
export function framePlace(at: ClaimPath): Place {
  return ['disclosureFrame', ...at.map(String)];
}

export function disclosedNames(document: Document, at: ClaimPath): readonly unknown[] {
  const names = at.includes(null) ? [] : valueIn(document, [...framePlace(at), '_sd']);
  return Array.isArray(names) ? names : [];
}

export function sampleAt(document: Document, path: ClaimPath): unknown {
  return valueIn(
    document.claims,
    path.map((step) => step ?? 0),
  );
}

function typeAt(document: Document, path: ClaimPath): FieldType {
  const schema = valueIn(document, schemaPlace(path));
  return isRecord(schema) ? typeOfSchema(schema) : typeOfSample(document, path);
}

function typeOfSchema(schema: Document): FieldType {
  const { type, format, contentMediaType, enum: choices, properties } = schema;
  if (choices !== undefined || schema.anyOf !== undefined || schema.oneOf !== undefined) return 'other';
  switch (type ?? (isRecord(properties) ? 'object' : undefined)) {
    case 'string':
      if (typeof contentMediaType === 'string') return contentMediaType.startsWith('image/') ? 'image' : 'other';
      return format === 'date' ? 'date' : 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'object':
      return 'group';
    case 'array':
      return 'list';
    default:
      return 'other';
  }
}

function typeOfSample(document: Document, path: ClaimPath): FieldType {
  const sample = sampleAt(document, path);
  const element = path.length === 2 ? valueIn(document, ['element_types', ...path.map(String)]) : undefined;
  if (element === 'bytes') return 'image';
  if (Array.isArray(sample)) return 'list';
  if (isRecord(sample)) return 'group';
  if (typeof sample === 'string') return /^\d{4}-\d\d-\d\d$/.test(sample) ? 'date' : 'text';
  if (typeof sample === 'number') return 'number';
  if (typeof sample === 'boolean') return 'boolean';
  return path.includes(null) ? 'other' : 'text';
}

/** Where the configuration speaks of this field and not of those in it: an error there is shown at the field. */
export function pointersOf(document: Document, { path }: ClaimField): readonly string[] {
  const name = String(path.at(-1));
  const disclosed = disclosedNames(document, path.slice(0, -1)).indexOf(name);
  const frame = [...framePlace(path.slice(0, -1)), '_sd', disclosed];
  const places: readonly Place[] = [
    schemaPlace(path),
    ['claims', ...path.map((step) => step ?? 0)],
    [...DESCRIBED, descriptionAt(document, path)],
    ['element_types', ...path.map(String)],
    ...(disclosed < 0 ? [] : [frame]),
  ];
  return places.map((place) => place.reduce<string>((pointer, step) => pointerTo(pointer, step), ''));
}

/** The label in the language of the console, or the name in the data. */
export function titleOf({ names, path }: ClaimField): string {
  const shown = nameIn(names, language.value) ?? '';
  return shown === '' ? String(path.at(-1)) : shown;
}
