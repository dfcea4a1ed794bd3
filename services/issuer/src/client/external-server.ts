/**
 * An external authorization server that issues access tokens for a tenant: `authorization-server.json`, and its tokens.
 * Pure.
 */

import { isObject, type JsonObject, own, parseJson } from '@countersign/shared/kernel/json';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import { offsetFact, receivedFact } from '@countersign/shared/kernel/reasons/received';
import { differingUrls } from '@countersign/shared/kernel/reasons/url-difference';
import { unknownExternalToken } from '../session/external-token-transitions.ts';

export interface ExternalServer {
  /** Issuer identifier (RFC 8414, 2), as in its tokens. */
  readonly issuer: string;
  /** URL of its keys. Default: from its metadata. */
  readonly jwksUri?: string;
  /** Claim in its tokens that contains the offer's `issuer_state`. */
  readonly sessionClaim: string;
}

const MEMBERS = ['$schema', 'issuer', 'jwksUri', 'sessionClaim'];

/** Reads the file. @throws Error naming the member */
export function parseExternalServer(text: string): ExternalServer {
  const value = parseJson(text);
  if (!isObject(value)) throw new Error('authorization-server.json must contain an object');
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) throw new Error(`Unknown member "${unknown}" in authorization-server.json`);
  const { issuer, jwksUri, sessionClaim = 'issuer_state' } = value;
  if (!isPlainUrl(issuer)) throw new Error('issuer must be a URL without query and fragment');
  if (jwksUri !== undefined && !isPlainUrl(jwksUri)) throw new Error('jwksUri must be a URL');
  if (typeof sessionClaim !== 'string' || sessionClaim === '') throw new Error("sessionClaim must be a claim's name");
  return { issuer, sessionClaim, ...(jwksUri === undefined ? {} : { jwksUri }) };
}

function isPlainUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, search, hash } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && search === '' && hash === '';
}

/**
 * OpenID4VCI 1.0, 12.2.4: with an external server the metadata lists both servers, and an offer specifies which of them
 * authorizes it.
 */
export function authorizationServers(issuer: string, external: ExternalServer | undefined): JsonObject {
  return external === undefined ? {} : { authorization_servers: [issuer, external.issuer] };
}

/** What a token of an external server grants. */
export interface ExternalToken {
  /** Text of the session claim. */
  readonly issuerState: string;
  readonly scopes: readonly string[];
  /** Configuration ids in `authorization_details`; undefined if the token contains none. */
  readonly details?: readonly string[];
  /** RFC 7638 thumbprint of the wallet's DPoP key. */
  readonly jkt: string;
  /** Milliseconds. */
  readonly expiresAt: number;
  readonly clientId?: string;
}

/**
 * RFC 9068, 4; RFC 9449, 6: claims of an access token whose type and signature are verified.
 * @param context `audience`: our credential issuer identifier; `now`: milliseconds
 * @throws ProtocolError `invalid_token`
 */
export function externalToken(
  payload: JsonObject,
  { server, audience, now }: { readonly server: ExternalServer; readonly audience: string; readonly now: number },
): ExternalToken {
  const { iss, aud, exp, nbf, scope, client_id: clientId } = payload;
  const jkt = isObject(payload.cnf) ? own(payload.cnf, 'jkt') : undefined;
  const issuerState = own(payload, server.sessionClaim);
  const audiences = Array.isArray(aud) ? (aud as readonly unknown[]) : [aud];
  if (iss !== server.issuer) {
    const facts = differingUrls(server.issuer, typeof iss === 'string' ? iss : undefined);
    throw unknownExternalToken({ reason: 'external_token_issuer', facts });
  }
  if (!audiences.includes(audience)) {
    const facts = { expected: audience, ...receivedFact(aud) };
    throw unknownExternalToken({ reason: 'external_token_audience', facts });
  }
  checkLifetime(exp, nbf, now);
  // RFC 9449, 6.1: bound to a key. An external bearer token is not accepted.
  if (typeof jkt !== 'string' || jkt === '') {
    throw unknownExternalToken({ reason: 'external_token_key', facts: { claim: 'cnf.jkt' } });
  }
  if (typeof issuerState !== 'string') {
    throw unknownExternalToken({ reason: 'external_token_session', facts: { claim: server.sessionClaim } });
  }
  const details = configurationIds(own(payload, 'authorization_details'));
  return {
    issuerState,
    scopes: typeof scope === 'string' ? scope.split(' ') : [],
    ...(details === undefined ? {} : { details }),
    jkt,
    expiresAt: Number(exp) * 1000,
    ...(typeof clientId === 'string' ? { clientId } : {}),
  };
}

/** @param now milliseconds @throws ProtocolError `invalid_token` */
function checkLifetime(exp: unknown, nbf: unknown, now: number): void {
  if (typeof exp !== 'number' || now >= exp * 1000) {
    const facts = typeof exp === 'number' ? expiredFact(exp * 1000, now) : {};
    throw unknownExternalToken({ reason: 'external_token_expired', facts });
  }
  if (nbf === undefined || (typeof nbf === 'number' && nbf * 1000 <= now)) return;
  const facts = { claim: 'nbf', ...offsetFact(nbf, now), limitSeconds: 0 };
  throw unknownExternalToken({ reason: 'external_token_early', facts });
}

function configurationIds(details: unknown): readonly string[] | undefined {
  if (details === undefined) return undefined;
  if (!Array.isArray(details)) {
    throw unknownExternalToken({ reason: 'external_token_format', facts: { detail: 'authorization_details' } });
  }
  return details.flatMap((item: unknown) =>
    isObject(item) && item.type === 'openid_credential' && typeof item.credential_configuration_id === 'string'
      ? [item.credential_configuration_id]
      : [],
  );
}
