/** Base64url without padding (RFC 4648, 5). Pure. */

/** @param bytes a character for each byte */
export function base64url(bytes: string): string {
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
