/** Which images a tenant may write through the API: PNG, JPEG or SVG, matching the file name. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';

/** Bytes of one image. */
export const MAX_IMAGE_BYTES = 256 * 1024;

/** Names of images that the API stores. */
const IMAGE_NAME = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\\.(png|jpg|jpeg|svg)$';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ff', 'hex');
const SVG_BEGIN =
  /^\ufeff?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,2000}-->\s*)*(?:<!DOCTYPE[^>[]{0,300}>\s*)?<svg[\s>]/;
/** They would not run, because the response forbids scripts. But someone else may show a copy of the image. */
const SCRIPT = /<(?:[\w.-]{1,40}:)?script\b|\son[a-z]{2,30}\s*=|javascript:|<!ENTITY/i;

export type ReadImage =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** @param data in base64 */
export function readImage(file: string, data: string): ReadImage {
  if (!new RegExp(IMAGE_NAME).test(file)) {
    return wrong(
      '/file',
      'The name needs the ending .png, .jpg, .jpeg or .svg, and no other characters than A-Z a-z 0-9 . _ -',
    );
  }
  if (data === '' || !BASE64.test(data)) return wrong('/data', 'The image must be in base64');
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > MAX_IMAGE_BYTES) {
    return wrong('/data', `The image has ${bytes.length} bytes; at most ${MAX_IMAGE_BYTES} are stored`);
  }
  const detail = contentMistake(file.slice(file.lastIndexOf('.') + 1), bytes);
  return detail === undefined ? { ok: true, bytes } : wrong('/data', detail);
}

function contentMistake(ending: string, bytes: Buffer): string | undefined {
  if (ending === 'png') return startsWith(bytes, PNG) ? undefined : 'This is not a PNG image';
  if (ending !== 'svg') return startsWith(bytes, JPEG) ? undefined : 'This is not a JPEG image';
  const text = utf8(bytes);
  if (text === undefined || !SVG_BEGIN.test(text)) return 'This is not an SVG image in UTF-8';
  return SCRIPT.test(text) ? 'An SVG image must not contain scripts, event handlers or entities' : undefined;
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.length).equals(signature);
}

function utf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function wrong(pointer: string, detail: string): ReadImage {
  return { ok: false, errors: [{ pointer, detail }] };
}
