/**
 * SessionTranscripts: what a device signature is bound to, so that it counts for one verifier and one request alone. Each function
 * returns the encoded array [null, null, handover].
 */
import { sha256 } from '@countersign/shared/crypto/sha256';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';

/** What the handovers of OpenID4VP have in common. */
interface RequestParts {
  /** Of the request. */
  readonly nonce: string;
  /** SHA-256 thumbprint (RFC 7638) of the key that the response is encrypted to, 32 bytes; null where it is not encrypted. */
  readonly jwkThumbprint: Buffer | null;
}

/** The answer to a response endpoint (OpenID4VP 1.0, B.2.6.1). @param parts `clientId` with its prefix, as in the request */
export function redirectTranscript(
  parts: RequestParts & { readonly clientId: string; readonly responseUri: string },
): Buffer {
  const { clientId, nonce, jwkThumbprint, responseUri } = parts;
  return transcript('OpenID4VPHandover', [clientId, nonce, jwkThumbprint, responseUri]);
}

/** The answer through the Digital Credentials API (OpenID4VP 1.0, B.2.6.2). @param parts `origin` without the prefix `origin:` */
export function dcApiTranscript({ origin, nonce, jwkThumbprint }: RequestParts & { readonly origin: string }): Buffer {
  return transcript('OpenID4VPDCAPIHandover', [origin, nonce, jwkThumbprint]);
}

/** The answer in an interactive authorization (OpenID4VCI 1.1, A.2.5). @param parts `endpoint` is its URL, without a prefix */
export function interactionTranscript(parts: RequestParts & { readonly endpoint: string }): Buffer {
  const { endpoint, nonce, jwkThumbprint } = parts;
  return transcript('OpenID4VCIIAEHandover', [endpoint, nonce, jwkThumbprint]);
}

/**
 * The answer to a request of protocol `org-iso-mdoc` (ISO/IEC 18013-7, annex C).
 * @param parts `encryptionInfo` is the text of the request, base64url, as it was sent
 */
export function isoMdocTranscript(parts: { readonly encryptionInfo: string; readonly origin: string }): Buffer {
  return transcript('dcapi', [parts.encryptionInfo, parts.origin]);
}

/** No device engagement and no key of a reader: both null. */
function transcript(name: string, info: readonly CborValue[]): Buffer {
  return writeCbor([null, null, [name, sha256(writeCbor(info))]]);
}
