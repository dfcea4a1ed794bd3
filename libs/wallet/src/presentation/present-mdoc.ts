/** The presentation of an mdoc: a device response with one document (OpenID4VP 1.0, B.2). */
import type { Cbor } from '../mdoc/cbor.ts';
import { deviceResponse, deviceResponseText, type MdocChange } from '../mdoc/device-response.ts';
import { readIssuerSigned, securityObjectOf } from '../mdoc/issuer-signed.ts';
import type { HeldCredential } from './present.ts';

/** All elements that the credential has, as `vp_token` has them: base64url. */
export function presentMdoc({ credential, key }: HeldCredential, transcript: Cbor, change: MdocChange = {}): string {
  const issuerSigned = readIssuerSigned(credential);
  const { docType } = securityObjectOf(issuerSigned);
  const { deviceNameSpaces = new Map() } = change;
  const made = { docType, issuerSigned, deviceNameSpaces, transcript, sign: key };
  const parts = change.parts?.(made) ?? made;
  const response = deviceResponse(parts);
  return deviceResponseText(change.response?.(response, parts) ?? response);
}
