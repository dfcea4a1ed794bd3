/** How an error leaves the process: the only function that words it for the wire. */
import { asProtocolError, type ErrorCode, errorKinds, type ProtocolError } from '@countersign/shared/kernel/errors';
import { reasonOf } from '@countersign/shared/kernel/reasons/reasons';
import { reasons } from '../reasons.ts';

/** The codes that wallet routes return, each once. This project's codes are mapped to the nearest standard one. */
export const oauthErrorCodes: readonly ErrorCode[] = [
  ...new Set((Object.keys(errorKinds) as ErrorCode[]).map(wireCode)),
];

/** How a route words its errors. */
export type ErrorStyle =
  /** RFC 9457 problem document: management routes, and all others that no standard defines. */
  | 'problem'
  /** `{error, error_description}` with 400: the authorization server's endpoints. */
  | 'oauth'
  /** As `oauth`; token and DPoP errors are 401 with `WWW-Authenticate` (RFC 6750, 3; RFC 9449, 7.1). */
  | 'resource'
  /** An HTML page: what a user's browser sees at the authorization endpoint. */
  | 'page';

export interface WireError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly body: string;
}

const DPOP_ALGS = 'ES256';

/**
 * Words an error for the wire. Every error except a ProtocolError becomes `server_error` with the request id and
 * nothing else.
 * @param requestId the request's id, the same as in the log
 * @param audience a backend receives reason and hint in problem documents; a wallet never does
 */
export function toWire(
  error: unknown,
  style: Exclude<ErrorStyle, 'page'>,
  requestId: string,
  audience: 'backend' | 'wallet' = 'wallet',
): WireError {
  const known = asProtocolError(error);
  switch (style) {
    case 'problem':
      return problem(known, requestId, audience);
    case 'oauth':
      return oauth(known, known.status, {});
    case 'resource':
      return resource(known);
  }
}

function problem(error: ProtocolError, requestId: string, audience: 'backend' | 'wallet'): WireError {
  const { reason } = reasonOf(reasons, error.reasoned);
  const body = {
    type: `urn:countersign:problem:${error.code}`,
    title: errorKinds[error.code].title,
    status: error.status,
    detail: error.message,
    instance: `urn:countersign:request:${requestId}`,
    ...(audience === 'backend' ? { reason, hint: reasons[reason].hint } : {}),
    ...(error.options.errors === undefined ? {} : { errors: error.options.errors }),
  };
  const headers = { ...error.options.headers };
  if (error.code === 'unauthenticated' && headers['www-authenticate'] === undefined) {
    headers['www-authenticate'] = 'Bearer';
  }
  return { status: error.status, headers, contentType: 'application/problem+json', body: JSON.stringify(body) };
}

function oauth(error: ProtocolError, status: number, headers: Record<string, string>): WireError {
  const body = {
    error: wireCode(error.code),
    error_description: descriptionCharacters(error.message),
    ...error.options.members,
  };
  return {
    status,
    headers: { 'cache-control': 'no-store', ...headers, ...error.options.headers },
    contentType: 'application/json',
    body: JSON.stringify(body),
  };
}

function resource(error: ProtocolError): WireError {
  const scheme = error.options.scheme;
  const tokenError =
    error.code === 'invalid_token' || error.code === 'invalid_dpop_proof' || error.code === 'use_dpop_nonce';
  if (error.code === 'unauthenticated') {
    // RFC 6750, 3.1: without authentication information the response contains no error code.
    return oauth(error, 401, { 'www-authenticate': `DPoP algs="${DPOP_ALGS}", Bearer` });
  }
  if (!tokenError && error.code !== 'insufficient_scope') return oauth(error, error.status, {});
  const challenge = [
    `error="${error.code}"`,
    `error_description="${descriptionCharacters(error.message)}"`,
    ...(scheme === 'Bearer' ? [] : [`algs="${DPOP_ALGS}"`]),
  ].join(', ');
  return oauth(error, tokenError ? 401 : 403, { 'www-authenticate': `${scheme ?? 'DPoP'} ${challenge}` });
}

/** Maps the codes that are this project's own to the nearest code of RFC 6749. */
export function wireCode(code: ErrorCode): ErrorCode {
  switch (code) {
    case 'payload_too_large':
    case 'unsupported_media_type':
    case 'method_not_allowed':
    case 'not_acceptable':
    case 'request_timeout':
    case 'conflict':
    case 'gone':
    case 'idempotency_key_reused':
    case 'not_found':
      return 'invalid_request';
    case 'unauthenticated':
      return 'invalid_token';
    case 'forbidden':
      return 'access_denied';
    case 'rate_limited':
      return 'temporarily_unavailable';
    default:
      return code;
  }
}

/** RFC 6749, 5.2: error_description accepts %x20-21 / %x23-5B / %x5D-7E. */
function descriptionCharacters(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}
