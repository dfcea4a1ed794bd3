/** A request that a page hands to the wallet by the Digital Credentials API (OpenID4VP 1.0, Appendix A): read and checked. */
import { WalletRefuses } from '../sending/failures.ts';
import type { PresentationRequest } from './present.ts';
import { checkClientId, objectIn, type RequestSignature, verifiedSigner } from './signed-request.ts';

/** As in `navigator.credentials.get`, and its response. */
export interface DigitalMessage {
  readonly protocol: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export const DIGITAL_PROTOCOLS = ['openid4vp-v1-signed', 'openid4vp-v1-multisigned', 'openid4vp-v1-unsigned'] as const;

/**
 * Parses a page's request.
 * @param origin of the page, from the browser
 * @throws WalletRefuses if it is malformed, its signature is wrong, or it is not meant for the origin
 */
export function openDigitalRequest({ protocol, data }: DigitalMessage, origin: string): PresentationRequest {
  const parameters = parametersOf(protocol, data);
  const { response_mode: mode, response_type: type, nonce } = parameters;
  if (type !== 'vp_token' || typeof nonce !== 'string')
    throw new WalletRefuses('The request is not an OpenID4VP request');
  if (mode !== 'dc_api' && mode !== 'dc_api.jwt') {
    throw new WalletRefuses(`The response mode ${String(mode)} is not defined for the Digital Credentials API`);
  }
  if (protocol !== 'openid4vp-v1-unsigned') checkOrigins(parameters.expected_origins, origin);
  return parameters as unknown as PresentationRequest;
}

function parametersOf(protocol: string, data: DigitalMessage['data']): Readonly<Record<string, unknown>> {
  switch (protocol) {
    case 'openid4vp-v1-unsigned': {
      // An unsigned client id means nothing (A.2): the origin is the client.
      const { client_id: _, ...parameters } = data;
      return parameters;
    }
    case 'openid4vp-v1-signed':
      return signedParameters(data.request);
    case 'openid4vp-v1-multisigned':
      return multisignedParameters(data.request);
    default:
      throw new WalletRefuses(`The wallet does not know the protocol ${protocol}`);
  }
}

function signedParameters(jws: unknown): Readonly<Record<string, unknown>> {
  const [header, payload, signature, ...more] = typeof jws === 'string' ? jws.split('.') : [];
  if (header === undefined || payload === undefined || signature === undefined || more.length > 0) {
    throw new WalletRefuses('The request is not a compact JWS');
  }
  const { certificate } = verifiedSigner(payload, { protected: header, signature });
  const parameters = objectIn(payload, 'payload');
  checkClientId(parameters.client_id, certificate);
  return parameters;
}

/**
 * Each signature has its own client id in its header, and the payload has none (A.3.2.2). Only the first one gets a
 * response.
 */
function multisignedParameters(jws: unknown): Readonly<Record<string, unknown>> {
  const { payload, signatures } = (jws ?? {}) as { readonly payload?: unknown; readonly signatures?: unknown };
  if (typeof payload !== 'string' || !Array.isArray(signatures) || signatures.length === 0) {
    throw new WalletRefuses('The request is not a JWS with several signatures');
  }
  const [first] = (signatures as readonly RequestSignature[]).map((signature) => {
    const { header, certificate } = verifiedSigner(payload, signature);
    checkClientId(header.client_id, certificate);
    return header;
  });
  const parameters = objectIn(payload, 'payload');
  if ('client_id' in parameters)
    throw new WalletRefuses('The payload of a request with several signatures has a client id');
  return { ...parameters, client_id: first?.client_id, verifier_info: first?.verifier_info };
}

/** A signed request that was taken to another page ends here (A.2). Origins are compared as strings. */
function checkOrigins(expected: unknown, origin: string): void {
  const origins: readonly unknown[] = Array.isArray(expected) ? expected : [];
  if (!origins.includes(origin)) {
    throw new WalletRefuses(
      `The request is not meant for ${origin}: its expected_origins are ${JSON.stringify(expected)}`,
      'send the request from a page whose origin is in the configuration',
    );
  }
}
