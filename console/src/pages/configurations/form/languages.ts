/** The languages of a credential: an entry of its display for each, and the fields' names. Pure. */
import { recordOf, recordsOf } from '../../../parts/records.ts';
import { DESCRIBED } from './claim-field.ts';
import { type Document, type Place, valueIn, withoutEmpty, withValue } from './document.ts';

/** Members that are usually the same in every language: the form shows them once. */
export const SHARED = ['background_color', 'text_color', 'logo', 'background_image'] as const;
export type SharedMember = (typeof SHARED)[number];

/** Where the display is: OpenID4VCI 1.0 has it in the metadata, and earlier drafts beside it. */
export function displayPlace(document: Document): Place {
  const inMetadata: Place = ['config', 'credential_metadata', 'display'];
  const isThere = recordsOf(valueIn(document, ['config', 'display'])).length === 0;
  return isThere && recordsOf(valueIn(document, inMetadata)).length > 0 ? inMetadata : ['config', 'display'];
}

export function displayEntries(document: Document): readonly Document[] {
  return recordsOf(valueIn(document, displayPlace(document)));
}

/** Language tags, each once; an entry without one has the empty tag. */
export function languagesOf(document: Document): readonly string[] {
  return [...new Set(displayEntries(document).map(localeOf))];
}

function localeOf({ locale }: Document): string {
  return typeof locale === 'string' ? locale : '';
}

/** A new language starts with the colours and images of the others. */
export function addLanguage(document: Document, locale: string): Document {
  const entries = displayEntries(document);
  const [first = {}] = entries;
  const shared = Object.fromEntries(SHARED.flatMap((name) => (name in first ? [[name, first[name]]] : [])));
  return withValue(document, displayPlace(document), [...entries, { name: '', locale, ...shared }]);
}

/** Removes a language, with the fields' names in it. */
export function removeLanguage(document: Document, locale: string): Document {
  const place = displayPlace(document);
  const entries = displayEntries(document).filter((entry) => localeOf(entry) !== locale);
  const next = withoutEmpty(withValue(document, place, entries), place);
  const claims = valueIn(next, DESCRIBED);
  if (!Array.isArray(claims)) return next;
  const kept = claims.map((claim: unknown) => {
    const display = recordsOf(recordOf(claim).display);
    const others = display.filter((name) => localeOf(name) !== locale);
    return others.length === display.length
      ? claim
      : withoutEmpty({ ...recordOf(claim), display: others }, ['display']);
  });
  return withValue(next, DESCRIBED, kept);
}

/** Whether colours and images are the same in every language. */
export function areShared(document: Document): boolean {
  const [first, ...others] = displayEntries(document).map((entry) =>
    JSON.stringify(SHARED.map((name) => withoutText(entry[name]))),
  );
  return others.every((one) => one === first);
}

/** The description of an image is in the language of its entry. */
function withoutText(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { alt_text: _, ...image } = recordOf(value);
  return image;
}

/** Sets a colour in some entries of the display. @param value empty removes it */
export function setColour(
  document: Document,
  entries: readonly number[],
  member: 'background_color' | 'text_color',
  value: string,
): Document {
  return entries.reduce(
    (next, entry) => withValue(next, [...displayPlace(next), entry, member], value === '' ? undefined : value),
    document,
  );
}

/** Sets the address of an image in some entries. @param uri empty removes the image */
export function setImage(
  document: Document,
  entries: readonly number[],
  member: 'logo' | 'background_image',
  uri: string,
): Document {
  return entries.reduce((next, entry) => {
    const place = [...displayPlace(next), entry, member];
    const { url: _, ...image } = recordOf(valueIn(next, place));
    return withValue(next, place, uri === '' ? undefined : { ...image, uri });
  }, document);
}
