/** What a person sees of a credential of either format. */
import { claimsOf, ownClaimsOf } from '../jwt/disclosed-claims.ts';
import { docTypeOf, elementsOf } from './elements.ts';
import { isMdoc } from './issuer-signed.ts';

/** `vct` of an SD-JWT VC, docType of an mdoc. */
export function credentialType(credential: string): string {
  return isMdoc(credential) ? docTypeOf(credential) : String(claimsOf(credential).vct);
}

/** All claims of an SD-JWT VC, those of the format too; the elements of an mdoc by namespace. */
export function credentialClaims(credential: string): Record<string, unknown> {
  return isMdoc(credential) ? elementsOf(credential) : claimsOf(credential);
}

/** The claims without those of the format. @param bytes how bytes of an mdoc are shown; default base64url */
export function personalClaims(credential: string, bytes?: (value: Uint8Array) => string): Record<string, unknown> {
  return isMdoc(credential) ? elementsOf(credential, bytes) : ownClaimsOf(credential);
}

/** For lines at a terminal. */
export function sizeOf(bytes: Uint8Array): string {
  return `<${bytes.length} bytes>`;
}
