/** Base64url without padding (RFC 7515, 2), strict: each byte string has exactly one encoding. */

/**
 * Decodes; undefined for anything but the canonical encoding. `Buffer.from` skips foreign characters, padding and
 * unused bits: encoding the result again reveals all of these.
 */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
