import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { isHexColor } from '@countersign/shared/pages/page-colors';

const IMAGES = ['logo', 'background_image'] as const;

/**
 * Display entries with each image under `uri` (OpenID4VCI 1.0) and `url` (the drafts before it), whichever was written.
 * @returns undefined if there is no display
 */
export function withImageUris(display: Json | undefined): readonly JsonObject[] | undefined {
  const entries = Array.isArray(display) ? display.filter(isObject) : [];
  // OpenID4VCI 1.0, 12.2.4: a display is a non-empty array, or absent.
  if (entries.length === 0) return undefined;
  return entries.map((entry) => {
    const { [ACCENT]: _, ...shown } = entry;
    const images: Record<string, JsonObject> = {};
    for (const name of IMAGES) {
      const image = entry[name];
      if (!isObject(image)) continue;
      const address = image.uri ?? image.url;
      images[name] = address === undefined ? image : { ...image, uri: image.uri ?? address, url: image.url ?? address };
    }
    return { ...shown, ...images };
  });
}

/** A member of `display.json` for this server's pages. It is not in documents for wallets. */
const ACCENT = 'accent_color';

const TEXTS = ['description', 'locale', 'background_color', 'text_color'] as const;

/**
 * Checks display information: one invalid entry makes some wallets refuse the whole metadata document
 * (OpenID4VCI 1.0, 12.2.4: a non-empty array; `name` required; locales are BCP 47 tags, one entry each).
 * @param pointer JSON pointer of `display` in what the caller sent
 */
export function checkDisplay(display: Json | undefined, pointer: string): FieldError[] {
  if (!Array.isArray(display) || display.length === 0) return [{ pointer, detail: 'This must be a non-empty array' }];
  const locales = new Set<string>();
  return display.flatMap((entry: Json, index) => checkEntry(entry, `${pointer}/${index}`, locales));
}

function checkEntry(entry: Json, pointer: string, locales: Set<string>): FieldError[] {
  if (!isObject(entry)) return [{ pointer, detail: 'This must be an object' }];
  const errors: FieldError[] = [];
  if (typeof entry.name !== 'string' || entry.name === '') {
    errors.push({ pointer: `${pointer}/name`, detail: 'A name is needed' });
  }
  for (const name of TEXTS) {
    if (entry[name] !== undefined && typeof entry[name] !== 'string') {
      errors.push({ pointer: `${pointer}/${name}`, detail: 'This must be a string' });
    }
  }
  if (entry[ACCENT] !== undefined && !isHexColor(entry[ACCENT])) {
    errors.push({ pointer: `${pointer}/${ACCENT}`, detail: 'The accent colour must be #rgb or #rrggbb' });
  }
  for (const name of IMAGES) {
    const image = entry[name];
    if (image !== undefined && !(isObject(image) && typeof (image.uri ?? image.url) === 'string')) {
      errors.push({ pointer: `${pointer}/${name}`, detail: 'An image is an object with uri or url' });
    }
  }
  return [...errors, ...checkLocale(entry.locale, `${pointer}/locale`, locales)];
}

function checkLocale(locale: Json | undefined, pointer: string, locales: Set<string>): FieldError[] {
  if (typeof locale !== 'string') return [];
  if (!isLanguageTag(locale)) return [{ pointer, detail: 'The locale must be a BCP 47 language tag' }];
  if (locales.has(locale.toLowerCase())) return [{ pointer, detail: 'There is another entry of this locale' }];
  locales.add(locale.toLowerCase());
  return [];
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Checks `credential_metadata`: display as above, and claim descriptions (OpenID4VCI 1.0, 12.2.4 and Appendix B.2). */
export function checkCredentialMetadata(metadata: Json | undefined, pointer: string): FieldError[] {
  if (metadata === undefined) return [];
  if (!isObject(metadata)) return [{ pointer, detail: 'This must be an object' }];
  const display = metadata.display === undefined ? [] : checkDisplay(metadata.display, `${pointer}/display`);
  const { claims } = metadata;
  if (claims === undefined) return display;
  if (!Array.isArray(claims) || claims.length === 0) {
    return [...display, { pointer: `${pointer}/claims`, detail: 'This must be a non-empty array' }];
  }
  return [...display, ...claims.flatMap((claim: Json, index) => checkClaim(claim, `${pointer}/claims/${index}`))];
}

function checkClaim(claim: Json, pointer: string): FieldError[] {
  const path = isObject(claim) ? claim.path : undefined;
  const isPath =
    Array.isArray(path) &&
    path.length > 0 &&
    path.every((part) => part === null || typeof part === 'string' || (Number.isInteger(part) && Number(part) >= 0));
  const display = isObject(claim) ? claim.display : undefined;
  return [
    ...(isPath ? [] : [{ pointer: `${pointer}/path`, detail: 'A claims path pointer is needed' }]),
    ...(display === undefined ? [] : checkDisplay(display, `${pointer}/display`)),
  ];
}
