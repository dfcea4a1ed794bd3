/** Bytes that a credential contains as a base64url string: whether they are an image, and how many they are. Pure. */

/** Base64url of the first bytes of a JPEG and of a PNG. */
const KINDS = [
  ['_9j_', 'image/jpeg'],
  ['iVBORw0KGgo', 'image/png'],
] as const;

/** Shorter strings are shown unchanged, because they could be names. */
const LEAST = 200;
/** Characters of an image that a page still shows. */
const MOST = 4_000_000;

/** Address of the image, `data:`; undefined if the value isn't an image. */
export function imageIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MOST || !/^[\w-]+$/.test(value)) return undefined;
  const kind = KINDS.find(([start]) => value.startsWith(start))?.[1];
  return kind === undefined ? undefined : `data:${kind};base64,${value.replaceAll('-', '+').replaceAll('_', '/')}`;
}

/** Bytes of a long base64url string; undefined for any other value. */
export function sizeIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length < LEAST || !/^[\w-]+$/.test(value)) return undefined;
  return Math.floor((value.length * 3) / 4);
}

/** A namespace of an mdoc has dots. */
const NAME_SPACE = /^[\w-]+(\.[\w-]+)+$/;

/** The elements of an mdoc by namespace; undefined if the values are claims. */
export function nameSpacesIn(
  values: Readonly<Record<string, unknown>>,
): readonly (readonly [string, Readonly<Record<string, unknown>>])[] | undefined {
  const entries = Object.entries(values);
  const spaces = entries.flatMap(([name, value]) =>
    NAME_SPACE.test(name) && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? [[name, value as Readonly<Record<string, unknown>>] as const]
      : [],
  );
  return entries.length > 0 && spaces.length === entries.length ? spaces : undefined;
}
