/** Errors that wallets would display: missing images, invalid colours, unknown members. */
import { displayMembers, imageMembers } from '@countersign/shared/configuration-documents/display';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';

const IMAGES = ['logo', 'background_image'];
const COLOURS = ['background_color', 'text_color'];

/** CSS Color Module Level 3, 4.2: numerical values. */
const COLOUR = /^(#([0-9a-f]{3}|[0-9a-f]{6})|(rgb|hsl)a?\([\d\s.,%+-]{1,60}\))$/i;

export interface ImageContext {
  /** Credential issuer identifier: images below `<issuer>/public/` are files of this server. */
  readonly issuer: string;
  /** Whether the tenant's folder `public` contains a file with that name. */
  readonly imageExists: (file: string) => boolean;
}

/**
 * Pure except for `imageExists`: errors in display entries that passed the shape check.
 * @param pointer JSON pointer of `display` in what the caller sent
 * @param more members that entries may have in addition to the standard's
 */
export function displayFindings(
  display: Json | undefined,
  pointer: string,
  context: ImageContext,
  more: readonly string[] = [],
): FieldError[] {
  if (!Array.isArray(display)) return [];
  return display.flatMap((entry: Json, index) => {
    if (!isObject(entry)) return [];
    const at = `${pointer}/${index}`;
    return [
      ...unknownMembers(entry, [...Object.keys(displayMembers), ...more], at),
      ...COLOURS.flatMap((name) => checkColour(entry[name], `${at}/${name}`)),
      ...IMAGES.flatMap((name) => checkImage(entry[name], `${at}/${name}`, context)),
    ];
  });
}

/** Images of this server that display entries show and that do not exist. */
export function imageFindings(display: Json | undefined, pointer: string, context: ImageContext): FieldError[] {
  if (!Array.isArray(display)) return [];
  return display.flatMap((entry: Json, index) =>
    isObject(entry) ? IMAGES.flatMap((name) => missing(entry[name], `${pointer}/${index}/${name}`, context)) : [],
  );
}

/** Members of an object that a list does not contain. */
export function unknownMembers(value: JsonObject, known: readonly string[], pointer: string): FieldError[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      pointer: `${pointer}/${escapePointer(name.slice(0, 64))}`,
      detail: `This member is not known here; known: ${known.join(', ')}`,
    }));
}

function checkColour(colour: Json | undefined, pointer: string): FieldError[] {
  if (typeof colour !== 'string' || COLOUR.test(colour)) return [];
  return [{ pointer, detail: 'A colour is #rgb, #rrggbb, or rgb(…), rgba(…), hsl(…), hsla(…) with numbers' }];
}

function checkImage(image: Json | undefined, pointer: string, context: ImageContext): FieldError[] {
  if (!isObject(image)) return [];
  return [...unknownMembers(image, Object.keys(imageMembers), pointer), ...missing(image, pointer, context)];
}

function missing(image: Json | undefined, pointer: string, { issuer, imageExists }: ImageContext): FieldError[] {
  if (!isObject(image)) return [];
  const folder = `${issuer}/public/`;
  return ['uri', 'url'].flatMap((name) => {
    const address = image[name];
    if (typeof address !== 'string' || !address.startsWith(folder)) return [];
    if (imageExists(address.slice(folder.length))) return [];
    return [
      {
        pointer: `${pointer}/${name}`,
        detail: 'There is no such image: it is neither in the folder public nor stored',
      },
    ];
  });
}
