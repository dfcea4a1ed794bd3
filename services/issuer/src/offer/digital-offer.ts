/**
 * An offer for a browser's Digital Credentials API. Experimental: OpenID4VCI 1.0 does not cover it, but a draft of its
 * next version does.
 */
import { isObject, type JsonObject, parseJson } from '@countersign/shared/kernel/json';

/** The exchange protocol. */
const OPENID4VCI = 'openid4vci-v1';

/**
 * What a page passes to `navigator.credentials.create({ digital })`: the offer itself, with the issuer metadata that
 * the draft requires. The wallet's `{status: "offer_accepted"}` proves nothing.
 * @param metadata JSON text of the issuer metadata
 */
export function digitalOffer(offer: JsonObject, { text }: { readonly text: string }): JsonObject {
  const metadata = parseJson(text);
  if (!isObject(metadata)) throw new Error('The issuer metadata is not an object');
  return { requests: [{ protocol: OPENID4VCI, data: { ...offer, credential_issuer_metadata: metadata } }] };
}
