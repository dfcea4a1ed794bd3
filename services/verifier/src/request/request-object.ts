/** Request objects (OpenID4VP 1.0, 5; RFC 9101): header and payload, which the caller signs. */
import type { PublicJwk } from '@countersign/shared/crypto/keys';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { isEncryptedMode, type ResponseMode } from '../presentation/authorization-response.ts';
import { supportedFormats } from '../query/requested-formats.ts';

/** The content of a request, however it reaches the wallet. */
export interface RequestContent {
  readonly responseMode: ResponseMode;
  readonly nonce: string;
  /** The query as written. */
  readonly dcqlQuery: JsonObject;
  /** A fresh key for this request; required for an encrypted response. */
  readonly encryptionKey?: { readonly jwk: PublicJwk; readonly kid: string };
  /** Encoded: the response is compared with exactly these strings. */
  readonly transactionData?: readonly string[];
  /** A registration certificate or another statement about the verifier, compact JWT, and its format. */
  readonly verifierInfo?: { readonly format: string; readonly data: string };
}

export interface RequestObjectOptions extends RequestContent {
  /** With its prefix; the same as in the link. */
  readonly clientId: string;
  readonly responseUri: string;
  readonly state: string;
  /** The `wallet_nonce` from a POST. */
  readonly walletNonce?: string;
  /** `issuer` from the wallet's metadata, if any. */
  readonly walletIssuer?: string;
  /** Leaf first, without the anchor. */
  readonly x5c: readonly string[];
  /** Milliseconds. */
  readonly now: number;
  /** End of the request, milliseconds. */
  readonly expiresAt: number;
}

export interface RequestObject {
  /** Without `alg`, which the signer adds. */
  readonly header: JsonObject;
  readonly payload: JsonObject;
}

/** 5.8: the audience if the wallet's metadata is unknown. */
export const STATIC_WALLET = 'https://self-issued.me/v2';

const NONCE = /^[A-Za-z0-9._~-]+$/;

/**
 * Creates the request object.
 * @throws RangeError for options that would make every wallet refuse the request
 */
export function createRequestObject(options: RequestObjectOptions): RequestObject {
  const { state, walletNonce } = options;
  // 5.3
  if (!NONCE.test(state)) throw new RangeError('state is of unreserved characters');
  const iat = Math.floor(options.now / 1000);
  return {
    // RFC 9101, 10.8; HAIP 1.0, 5; ETSI TS 119 472-2, 6.4.2 requires iat in the header
    header: { typ: 'oauth-authz-req+jwt', x5c: [...options.x5c], iat },
    payload: {
      ...requestContent(options),
      client_id: options.clientId,
      // 8.2: never together with a redirect_uri
      response_uri: options.responseUri,
      state,
      aud: options.walletIssuer ?? STATIC_WALLET,
      iat,
      exp: Math.floor(options.expiresAt / 1000),
      // 5.10: present only if the wallet sent one
      ...(walletNonce === undefined ? {} : { wallet_nonce: walletNonce }),
    },
  };
}

export type ValueRequestOptions = RequestContent & Pick<RequestObjectOptions, 'clientId' | 'responseUri' | 'state'>;

/**
 * The parameters of an unsigned request that its link contains (5.1). @throws RangeError as `createRequestObject`
 */
export function valueRequest({ clientId, responseUri, state, ...content }: ValueRequestOptions): JsonObject {
  // 5.9.3: under this prefix the identifier is where the response goes, and nothing proves another address
  if (clientId !== `redirect_uri:${responseUri}`) throw new RangeError('An unsigned request names its response URI');
  if (!NONCE.test(state)) throw new RangeError('state is of unreserved characters');
  return { client_id: clientId, response_uri: responseUri, state, ...requestContent(content) };
}

/**
 * The parameters that every request has.
 * @throws RangeError as `createRequestObject`
 */
export function requestContent(content: RequestContent): JsonObject {
  const { nonce, transactionData, verifierInfo } = content;
  // 5.2
  if (!NONCE.test(nonce)) throw new RangeError('The nonce is of unreserved characters');
  return {
    response_type: 'vp_token',
    response_mode: content.responseMode,
    nonce,
    dcql_query: content.dcqlQuery,
    client_metadata: clientMetadata(content),
    // 5.1, 5.11: an empty list is not allowed, so an empty member is omitted
    ...(transactionData === undefined || transactionData.length === 0 ? {} : { transaction_data: transactionData }),
    ...(verifierInfo === undefined ? {} : { verifier_info: [{ ...verifierInfo }] }),
  };
}

/** 5.1, 8.3, B.2.2 and B.3.4 */
function clientMetadata({ responseMode, encryptionKey, dcqlQuery }: RequestContent): JsonObject {
  const formats = supportedFormats(dcqlQuery);
  // Some wallets refuse encryption parameters if nothing is encrypted.
  if (!isEncryptedMode(responseMode)) return { vp_formats_supported: formats };
  if (encryptionKey === undefined) throw new RangeError('An encrypted response needs a key');
  const { kty, crv, x, y } = encryptionKey.jwk;
  return {
    jwks: { keys: [{ kty, crv, x, y, kid: encryptionKey.kid, use: 'enc', alg: 'ECDH-ES' }] },
    // HAIP 1.0, 5: both are required
    encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'],
    vp_formats_supported: formats,
  };
}
