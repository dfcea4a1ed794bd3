/** The request for a presentation at the authorization server (OpenID4VCI 1.1 draft, 6). Pure. */
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { InteractionDialect } from '@countersign/shared/model/session/issuance-part';
import { type RequestContent, type RequestObject, requestContent, STATIC_WALLET } from './request-object.ts';

/** `openid4vp_request` without a signature: the parameters themselves, without `client_id`. @throws RangeError */
export function unsignedInteractionRequest(content: RequestContent): JsonObject {
  return requestContent(content);
}

export interface SignedInteraction extends RequestContent {
  readonly dialect: InteractionDialect;
  /** The endpoint that receives the response. The wallet compares it with the endpoint that it called. */
  readonly endpoint: string;
  readonly clientId: string;
  /** Leaf first, without the anchor. */
  readonly x5c: readonly string[];
  /** Milliseconds. */
  readonly now: number;
  readonly expiresAt: number;
}

/** The request object in `openid4vp_request.request`, which the caller signs. @throws RangeError */
export function signedInteractionRequest(options: SignedInteraction): RequestObject {
  const iat = Math.floor(options.now / 1000);
  const exp = Math.floor(options.expiresAt / 1000);
  return {
    header: { typ: 'oauth-authz-req+jwt', x5c: [...options.x5c], iat },
    payload: {
      ...requestContent(options),
      client_id: options.clientId,
      aud: STATIC_WALLET,
      iat,
      exp,
      ...expected(options),
    },
  };
}

/** Makes a forwarded request useless to the server that forwards it. Each dialect refuses the other's member. */
function expected({ dialect, endpoint }: SignedInteraction): JsonObject {
  return dialect === 'ia' ? { expected_origins: [new URL(endpoint).origin] } : { expected_url: endpoint };
}
