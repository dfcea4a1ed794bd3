/** Requests for the Digital Credentials API (OpenID4VP 1.0, A.2 and A.3): parameters, headers and payloads, which the caller signs. Pure. */
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type RequestContent, type RequestObject, requestContent, STATIC_WALLET } from './request-object.ts';

/** The exchange protocols of OpenID4VP 1.0, A.1. */
export const UNSIGNED = 'openid4vp-v1-unsigned';
export const SIGNED = 'openid4vp-v1-signed';
export const MULTISIGNED = 'openid4vp-v1-multisigned';

/** One name of the verifier, and the certificates of the key that signs under it. */
export interface RequestSigner {
  /** With its prefix. */
  readonly clientId: string;
  /** Leaf first, without the anchor. */
  readonly x5c: readonly string[];
}

export interface SignedDcApiContent extends RequestContent {
  /** A wallet refuses the request on a page of any other origin (A.2). */
  readonly expectedOrigins: readonly string[];
  /** Milliseconds. */
  readonly now: number;
  /** End of the request, milliseconds. */
  readonly expiresAt: number;
}

/** The payload of `data.request`, and a protected header for each signature. */
export interface MultisignedRequest {
  readonly headers: readonly JsonObject[];
  readonly payload: JsonObject;
}

/**
 * An unsigned request's `data`: the parameters themselves, without `client_id` (A.2). @throws RangeError as
 * `requestContent`
 */
export function unsignedDcApiRequest(content: RequestContent): JsonObject {
  return requestContent(content);
}

/** The request object in `data.request` (A.3.2.1). @throws RangeError as `requestContent`; without an origin */
export function signedDcApiRequest(content: SignedDcApiContent, signer: RequestSigner): RequestObject {
  return {
    header: header(content, signer),
    payload: { ...signedPayload(content), client_id: signer.clientId },
  };
}

/**
 * The JWS in JSON form of `data.request` (A.3.2.2): each signature's header has the members that depend on the
 * verifier's identity.
 * @throws RangeError as `signedDcApiRequest`
 */
export function multisignedDcApiRequest(
  { verifierInfo, ...content }: SignedDcApiContent,
  signers: readonly RequestSigner[],
): MultisignedRequest {
  const info = verifierInfo === undefined ? {} : { verifier_info: [{ ...verifierInfo }] };
  return {
    headers: signers.map((signer) => ({ ...header(content, signer), client_id: signer.clientId, ...info })),
    payload: signedPayload(content),
  };
}

function header({ now }: SignedDcApiContent, { x5c }: RequestSigner): JsonObject {
  return { typ: 'oauth-authz-req+jwt', x5c: [...x5c], iat: Math.floor(now / 1000) };
}

function signedPayload(content: SignedDcApiContent): JsonObject {
  const { expectedOrigins, now, expiresAt } = content;
  if (expectedOrigins.length === 0) throw new RangeError("A signed request needs its pages' origins");
  return {
    ...requestContent(content),
    expected_origins: [...expectedOrigins],
    aud: STATIC_WALLET,
    iat: Math.floor(now / 1000),
    exp: Math.floor(expiresAt / 1000),
  };
}
