/** What a user sees of a credential in each format. */
import { claimsOf, ownClaimsOf } from '../jwt/disclosed-claims.ts';
import { isJwtVc, jwtVcClaims, jwtVcTypes, ownJwtVcClaims } from '../jwt/jwt-vc-claims.ts';
import { docTypeOf, elementsOf } from './elements.ts';
import { isMdoc } from './issuer-signed.ts';

/** An SD-JWT VC's `vct`, an mdoc's docType, a W3C credential's own types. */
export function credentialType(credential: string): string {
  if (isJwtVc(credential)) return jwtVcTypes(credential).join(', ');
  return isMdoc(credential) ? docTypeOf(credential) : String(claimsOf(credential).vct);
}

/** All claims, including the format's own; the elements of an mdoc by namespace. */
export function credentialClaims(credential: string): Record<string, unknown> {
  if (isJwtVc(credential)) return { ...jwtVcClaims(credential) };
  return isMdoc(credential) ? elementsOf(credential) : claimsOf(credential);
}

/** The claims without the format's own. @param bytes how to show bytes in an mdoc. Default: base64url */
export function personalClaims(credential: string, bytes?: (value: Uint8Array) => string): Record<string, unknown> {
  if (isJwtVc(credential)) return ownJwtVcClaims(credential);
  return isMdoc(credential) ? elementsOf(credential, bytes) : ownClaimsOf(credential);
}

/** For lines at a terminal. */
export function sizeOf(bytes: Uint8Array): string {
  return `<${bytes.length} bytes>`;
}
