/** An image in a form: its bytes as the text that the credential contains. Pure. */
import { base64url } from '../base64url.ts';
import { imageIn } from '../image-text.ts';

/** `data` is an address `data:`, as in SD-JWT VCs. The others are only the bytes, as in mdocs. */
export type ImageEncoding = 'data' | 'base64' | 'base64url';

/** Bytes of a file: an offer's body is at most 256 KiB, of which a third is the encoding. */
export const MOST_BYTES = 150_000;

const KINDS = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
] as const;

export type ImageRead =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly text?: undefined; readonly problem: 'kind' | 'size' };

/** @param bytes the file's first ones decide what it is, whatever its name says */
export function imageText(bytes: Uint8Array, encoding: ImageEncoding): ImageRead {
  if (bytes.length > MOST_BYTES) return { problem: 'size' };
  const type = KINDS.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
  if (type === undefined) return { problem: 'kind' };
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  if (encoding === 'base64url') return { text: base64url(characters) };
  const text = btoa(characters);
  return { text: encoding === 'data' ? `data:${type};base64,${text}` : text };
}

/** Address of the image in a field's text, `data:`; undefined if it isn't an image. */
export function imageShown(text: string): string | undefined {
  if (/^data:image\/(?:jpeg|png);base64,[\w+/]+=*$/.test(text)) return text;
  return imageIn(text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''));
}

/** How an existing value is encoded; undefined if it isn't an image. */
export function encodingOf(value: string): ImageEncoding | undefined {
  if (imageShown(value) === undefined) return undefined;
  if (value.startsWith('data:')) return 'data';
  return /[+/=]/.test(value) ? 'base64' : 'base64url';
}
