/** What a user sees of a credential in either format. */
import { claimsOf, ownClaimsOf } from '../jwt/disclosed-claims.ts';
import { docTypeOf, elementsOf } from './elements.ts';
import { isMdoc } from './issuer-signed.ts';

/** An SD-JWT VC's `vct`, an mdoc's docType. */
export function credentialType(credential: string): string {
  return isMdoc(credential) ? docTypeOf(credential) : String(claimsOf(credential).vct);
}

/** All claims of an SD-JWT VC, including the format's own; the elements of an mdoc by namespace. */
export function credentialClaims(credential: string): Record<string, unknown> {
  return isMdoc(credential) ? elementsOf(credential) : claimsOf(credential);
}

/** The claims without the format's own. @param bytes how to show bytes in an mdoc. Default: base64url */
export function personalClaims(credential: string, bytes?: (value: Uint8Array) => string): Record<string, unknown> {
  return isMdoc(credential) ? elementsOf(credential, bytes) : ownClaimsOf(credential);
}

/** For lines at a terminal. */
export function sizeOf(bytes: Uint8Array): string {
  return `<${bytes.length} bytes>`;
}
