import { isObject, type Json, type JsonObject } from '@countersign/shared/json';

const IMAGES = ['logo', 'background_image'] as const;

/**
 * Display entries with each image under `uri` (OpenID4VCI 1.0) and `url` (the drafts before it), whichever was given.
 * @returns undefined where there is no display
 */
export function withImageUris(display: Json | undefined): readonly JsonObject[] | undefined {
  if (!Array.isArray(display) || display.length === 0) return undefined;
  return display.filter(isObject).map((entry) => {
    const images: Record<string, JsonObject> = {};
    for (const name of IMAGES) {
      const image = entry[name];
      if (!isObject(image)) continue;
      const address = image.uri ?? image.url;
      images[name] = address === undefined ? image : { ...image, uri: image.uri ?? address, url: image.url ?? address };
    }
    return { ...entry, ...images };
  });
}
