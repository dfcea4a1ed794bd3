/** Changes of a credential's fields, in every place that describes them. Pure. */
import { isRecord, recordOf, recordsOf } from '../../../parts/records.ts';
import {
  type ClaimField,
  type ClaimPath,
  claimFields,
  DESCRIBED,
  descriptionAt,
  disclosedNames,
  type FieldType,
  fieldPlaces,
  framePlace,
  hasFrame,
  isMdoc,
  namesAt,
  schemaPlace,
} from './claim-field.ts';
import { type Document, renamed, reordered, valueIn, withoutEmpty, withValue } from './document.ts';

const TYPES: Readonly<Record<Exclude<FieldType, 'other' | 'image'>, Document>> = {
  text: { type: 'string' },
  date: { type: 'string', format: 'date' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  group: { type: 'object', properties: {} },
  list: { type: 'array', items: { type: 'string' } },
};

/** In an mdoc an image is bytes, otherwise an address `data:`. */
function schemaOfType(document: Document, type: FieldType): Document {
  if (type === 'other') return {};
  if (type !== 'image') return TYPES[type];
  const image = { type: 'string', contentMediaType: 'image/jpeg' };
  return isMdoc(document) ? { ...image, contentEncoding: 'base64url' } : { ...image, pattern: '^data:image/' };
}

/** A configuration without a schema gets one of all fields that it names elsewhere. */
function withSchema(document: Document): Document {
  if (isRecord(document.schema)) return document;
  const schema = { type: 'object', properties: propertiesOf(document, []), required: [] };
  return { ...document, schema };
}

function propertiesOf(document: Document, at: ClaimPath): Document {
  if (!hasFrame(document) && at.length === 0) {
    return Object.fromEntries(fieldPlaces(document).map((place) => [place[0], groupOf(document, place)]));
  }
  return Object.fromEntries(claimFields(document, at).map((field) => [field.path.at(-1), schemaOf(document, field)]));
}

function groupOf(document: Document, at: ClaimPath): Document {
  return { type: 'object', properties: propertiesOf(document, at) };
}

function schemaOf(document: Document, { path, type, itemType, fields }: ClaimField): Document {
  if (type === 'group') return groupOf(document, path);
  if (type !== 'list') return schemaOfType(document, type);
  if (fields.length > 0) return { type: 'array', items: groupOf(document, [...path, null]) };
  return { type: 'array', items: schemaOfType(document, itemType ?? 'text') };
}

/** A name that is free at this place, such as `field_2`. */
function freeName(document: Document, at: ClaimPath, wanted = 'field_1'): string {
  const taken = namesAt(document, at);
  if (!taken.includes(wanted)) return wanted;
  const stem = wanted.replace(/_\d+$/, '');
  for (let number = 2; ; number += 1) if (!taken.includes(`${stem}_${number}`)) return `${stem}_${number}`;
}

/** A new text field at the end, selectively disclosable if that can be chosen. */
export function addField(document: Document, at: ClaimPath): Document {
  const path = [...at, freeName(document, at)];
  const added = withValue(withSchema(document), schemaPlace(path), TYPES.text);
  const described = withValue(added, [...DESCRIBED, descriptionAt(added, path)], { path });
  return hasFrame(document) && !path.includes(null) ? setDisclosable(described, path, true) : described;
}

export function addNameSpace(document: Document, name: string): Document {
  return withValue(withSchema(document), schemaPlace([name]), TYPES.group);
}

/** Removes the field from everywhere, with the fields in it. */
export function removeField(document: Document, path: ClaimPath): Document {
  const name = String(path.at(-1));
  const at = path.slice(0, -1);
  const claims = valueIn(document, DESCRIBED);
  const kept = Array.isArray(claims) ? claims.filter((claim) => !isBelow(recordOf(claim).path, path)) : undefined;
  let next = withValue(setRequired(document, path, false), schemaPlace(path), undefined);
  next = withValue(next, ['claims', ...path.map((step) => step ?? 0)], undefined);
  next = withValue(next, ['element_types', ...path.map(String)], undefined);
  if (hasFrame(document)) {
    next = setDisclosable(next, path, false);
    next = withoutFrame(withValue(next, framePlace([...at, name]), undefined), at);
  }
  return kept === undefined ? next : withoutEmpty(withValue(next, DESCRIBED, kept), DESCRIBED);
}

function isBelow(given: unknown, path: ClaimPath): boolean {
  return Array.isArray(given) && path.every((step, index) => given[index] === step);
}

/**
 * Gives a field another name in every place.
 * @returns undefined if the name is empty or taken
 */
export function renameField(document: Document, path: ClaimPath, name: string): Document | undefined {
  const [from, at] = [String(path.at(-1)), path.slice(0, -1)];
  if (name === from) return document;
  if (name === '' || namesAt(document, at).includes(name)) return undefined;
  const rename = (of: Document, place: readonly (string | number)[]): Document => {
    const members = valueIn(of, place);
    return isRecord(members) ? withValue(of, place, renamed(members, from, name)) : of;
  };
  const replaced = (value: unknown): unknown => (value === from ? name : value);
  const list = (of: Document, place: readonly (string | number)[]): Document => {
    const items = valueIn(of, place);
    return Array.isArray(items) ? withValue(of, place, items.map(replaced)) : of;
  };
  const paths = (of: Document, place: readonly (string | number)[]): Document => {
    const claims = valueIn(of, place);
    if (!Array.isArray(claims)) return of;
    const next = claims.map((claim) =>
      isRecord(claim) && isBelow(claim.path, path)
        ? { ...claim, path: (claim.path as unknown[]).with(path.length - 1, name) }
        : claim,
    );
    return withValue(of, place, next);
  };
  let next = rename(document, [...schemaPlace(at), 'properties']);
  next = list(next, [...schemaPlace(at), 'required']);
  next = rename(next, ['claims', ...at.map((step) => step ?? 0)]);
  next = rename(next, ['element_types', ...at.map(String)]);
  next = paths(paths(next, DESCRIBED), ['vct', 'claims']);
  return list(rename(next, framePlace(at)), [...framePlace(at), '_sd']);
}

/** Moves a field up (-1) or down (1) among those beside it. */
export function moveField(document: Document, path: ClaimPath, by: -1 | 1): Document {
  const at = path.slice(0, -1);
  const names = namesAt(document, at);
  const from = names.indexOf(String(path.at(-1)));
  const to = from + by;
  if (to < 0 || to >= names.length) return document;
  const order = names.with(from, names[to] ?? '').with(to, names[from] ?? '');
  let next = document;
  for (const place of [
    [...schemaPlace(at), 'properties'],
    ['claims', ...at.map((step) => step ?? 0)],
  ]) {
    const members = valueIn(next, place);
    if (isRecord(members)) next = withValue(next, place, reordered(members, order));
  }
  const claims = recordsOf(valueIn(next, DESCRIBED));
  const rank = ({ path: of }: Document): number =>
    isBelow(of, at) ? order.indexOf(String((of as unknown[])[at.length])) : -1;
  const beside = claims.filter((claim) => rank(claim) >= 0).toSorted((a, b) => rank(a) - rank(b));
  const sorted = claims.map((claim) => (rank(claim) >= 0 ? (beside.shift() ?? claim) : claim));
  return sorted.length === 0 ? next : withValue(next, DESCRIBED, sorted);
}

/** @param path ends with null for the items of a list */
export function setType(document: Document, path: ClaimPath, type: FieldType): Document {
  const before = isRecord(valueIn(document, schemaPlace(path))) ? recordOf(valueIn(document, schemaPlace(path))) : {};
  const { title, description } = before;
  const kept = { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
  let next = withSchema(document);
  next = withValue(next, schemaPlace(path), { ...schemaOfType(document, type), ...kept });
  // A sample of the previous type would be refused.
  next = withValue(next, ['claims', ...path.map((step) => step ?? 0)], undefined);
  if (!isMdoc(document) || path.length !== 2) return next;
  const element = { date: 'full-date', image: 'bytes' }[type as 'date' | 'image'] as string | undefined;
  const place = ['element_types', ...path.map(String)];
  return withoutEmpty(withoutEmpty(withValue(next, place, element), place.slice(0, 2)), ['element_types']);
}

/** The issuer always includes it (OpenID4VCI 1.0, Appendix B.2), and issuing without it is refused. */
export function setMandatory(document: Document, path: ClaimPath, mandatory: boolean): Document {
  const place = [...DESCRIBED, descriptionAt(document, path)];
  const described = { path, ...recordOf(valueIn(document, place)) };
  const next = withValue(document, place, described);
  const marked = withValue(next, [...place, 'mandatory'], mandatory ? true : undefined);
  return mandatory || isRecord(document.schema) ? setRequired(withSchema(marked), path, mandatory) : marked;
}

function setRequired(document: Document, path: ClaimPath, required: boolean): Document {
  const place = [...schemaPlace(path.slice(0, -1)), 'required'];
  const listed = valueIn(document, place);
  const names: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const others = names.filter((name) => name !== path.at(-1));
  if (!required && others.length === names.length) return document;
  return withValue(document, place, required ? [...others, path.at(-1)] : others);
}

export function setDisclosable(document: Document, path: ClaimPath, disclosable: boolean): Document {
  const at = path.slice(0, -1);
  const names = disclosedNames(document, at);
  const others = names.filter((name) => name !== path.at(-1));
  if (!disclosable && others.length === names.length) return document;
  const place = [...framePlace(at), '_sd'];
  if (disclosable) return withValue(document, place, [...others, path.at(-1)]);
  return withoutFrame(withValue(document, place, others.length === 0 ? undefined : others), at);
}

/** A frame within the frame that names nothing is left out; the outer one stays. */
function withoutFrame(document: Document, at: ClaimPath): Document {
  if (at.length === 0) return document;
  return withoutFrame(withoutEmpty(document, framePlace(at)), at.slice(0, -1));
}

/** @param name empty removes it */
export function setName(document: Document, path: ClaimPath, locale: string, name: string): Document {
  const place = [...DESCRIBED, descriptionAt(document, path)];
  const claim = { path, ...recordOf(valueIn(document, place)) };
  const display = recordsOf(recordOf(claim).display);
  const found = display.findIndex((one) => one.locale === locale || one.lang === locale);
  const next =
    name === ''
      ? display.filter((_, index) => index !== found)
      : found < 0
        ? [...display, { name, locale }]
        : display.map((one, index) => (index === found ? { ...one, name } : one));
  return withValue(document, place, withoutEmpty({ ...claim, display: next }, ['display']));
}

/** Whether nobody has chosen the name yet. */
export function isUnnamed(path: ClaimPath): boolean {
  return /^field_\d+$/.test(path.at(-1) ?? '');
}

/** A field without a chosen name is named after its label. */
export function namedAfterLabel(document: Document, path: ClaimPath, label: string): Document {
  const plain = label
    .replaceAll('ß', 'ss')
    .replace(/[äöüÄÖÜ]/g, (letter) => `${letter}e`)
    .normalize('NFD');
  const wanted = plain
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  if (wanted === '' || !isUnnamed(path)) return document;
  return renameField(document, path, freeName(document, path.slice(0, -1), wanted)) ?? document;
}
