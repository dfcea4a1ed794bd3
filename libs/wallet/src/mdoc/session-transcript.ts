/** What the device signs with the document: the session transcript of each way to present (OpenID4VP 1.0, B.2.6; OpenID4VCI 1.1). */
import { createHash } from 'node:crypto';
import { type Cbor, encodeCbor } from './cbor.ts';

interface Common {
  readonly nonce: string;
  /** The key that the response is encrypted to; undefined for an unencrypted response. */
  readonly encryptionKey: PublicPoint | undefined;
}

/** Members of a JWK. */
type PublicPoint = Readonly<Record<string, string>>;

export function redirectTranscript(of: Common & { readonly clientId: string; readonly responseUri: string }): Cbor {
  return transcript('OpenID4VPHandover', [of.clientId, of.nonce, thumbprint(of.encryptionKey), of.responseUri]);
}

/** @param of.origin without a prefix */
export function dcApiTranscript(of: Common & { readonly origin: string }): Cbor {
  return transcript('OpenID4VPDCAPIHandover', [of.origin, of.nonce, thumbprint(of.encryptionKey)]);
}

/** A presentation at the authorization server. @param of.endpoint its URL, without a prefix */
export function interactionTranscript(of: Common & { readonly endpoint: string }): Cbor {
  return transcript('OpenID4VCIIAEHandover', [of.endpoint, of.nonce, thumbprint(of.encryptionKey)]);
}

function transcript(name: string, info: readonly Cbor[]): Cbor {
  return [null, null, [name, createHash('sha256').update(encodeCbor(info)).digest()]];
}

/** RFC 7638, as bytes. */
function thumbprint(key: PublicPoint | undefined): Buffer | null {
  if (key === undefined) return null;
  const { crv, kty, x, y } = key;
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest();
}
