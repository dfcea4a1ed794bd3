/**
 * SessionTranscripts: they bind a device signature to one verifier and one request. Each function returns the encoded
 * array [null, null, handover].
 */
import { sha256 } from '@countersign/shared/crypto/sha256';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';

/** What the handovers of OpenID4VP have in common. */
interface RequestParts {
  /** Nonce of the request. */
  readonly nonce: string;
  /** SHA-256 thumbprint (RFC 7638) of the response encryption key, 32 bytes; null for an unencrypted response. */
  readonly jwkThumbprint: Buffer | null;
}

/**
 * A response to a response endpoint (OpenID4VP 1.0, B.2.6.1). @param parts `clientId` with its prefix, as in the
 * request
 */
export function redirectTranscript(
  parts: RequestParts & { readonly clientId: string; readonly responseUri: string },
): Buffer {
  const { clientId, nonce, jwkThumbprint, responseUri } = parts;
  return transcript('OpenID4VPHandover', [clientId, nonce, jwkThumbprint, responseUri]);
}

/**
 * A response through the Digital Credentials API (OpenID4VP 1.0, B.2.6.2). @param parts `origin` without the prefix
 * `origin:`
 */
export function dcApiTranscript({ origin, nonce, jwkThumbprint }: RequestParts & { readonly origin: string }): Buffer {
  return transcript('OpenID4VPDCAPIHandover', [origin, nonce, jwkThumbprint]);
}

/**
 * A response in an interactive authorization (OpenID4VCI 1.1, A.2.5). @param parts `endpoint` is its URL, without a
 * prefix
 */
export function interactionTranscript(parts: RequestParts & { readonly endpoint: string }): Buffer {
  const { endpoint, nonce, jwkThumbprint } = parts;
  return transcript('OpenID4VCIIAEHandover', [endpoint, nonce, jwkThumbprint]);
}

/**
 * A response to a request with the protocol `org-iso-mdoc` (ISO/IEC 18013-7, annex C).
 * @param parts `encryptionInfo` is the request's base64url string, exactly as sent
 */
export function isoMdocTranscript(parts: { readonly encryptionInfo: string; readonly origin: string }): Buffer {
  return transcript('dcapi', [parts.encryptionInfo, parts.origin]);
}

/** No device engagement and no key of a reader: both null. */
function transcript(name: string, info: readonly CborValue[]): Buffer {
  return writeCbor([null, null, [name, sha256(writeCbor(info))]]);
}
