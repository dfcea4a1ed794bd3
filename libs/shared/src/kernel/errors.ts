/** Every error that may leave the process, in one table. Tests and callers switch on `code`, never on text. */

import type { Reasoned } from './reasons/reasons.ts';

interface ErrorKind {
  /** The response's HTTP status. */
  readonly status: number;
  /** Title of the problem document (RFC 9457) on management routes. */
  readonly title: string;
}

const kinds = {
  // RFC 6749, 4.1.2.1 and 5.2
  invalid_request: { status: 400, title: 'The request is not valid' },
  invalid_client: { status: 400, title: 'Client authentication failed' },
  invalid_grant: { status: 400, title: 'The grant is not valid' },
  unauthorized_client: { status: 400, title: 'The client may not do this' },
  unsupported_grant_type: { status: 400, title: 'The grant type is not supported' },
  unsupported_response_type: { status: 400, title: 'The response type is not supported' },
  invalid_scope: { status: 400, title: 'The scope is not valid' },
  access_denied: { status: 400, title: 'Access denied' },
  // RFC 9101, RFC 9126, RFC 8707, RFC 9396
  invalid_request_uri: { status: 400, title: 'The request_uri is not valid' },
  request_not_supported: { status: 400, title: 'Request objects are not supported' },
  invalid_target: { status: 400, title: 'The resource is not valid' },
  invalid_authorization_details: { status: 400, title: 'The authorization details are not valid' },
  // OpenID4VP 1.0, 8.5
  invalid_transaction_data: { status: 400, title: 'The transaction data is not confirmed' },
  vp_formats_not_supported: { status: 400, title: 'None of the formats is supported' },
  // draft-ietf-oauth-first-party-apps
  insufficient_authorization: { status: 400, title: 'More is needed' },
  invalid_session: { status: 400, title: 'The session is not valid' },
  redirect_to_web: { status: 400, title: 'A browser is needed' },
  // OpenID4VCI 1.1 draft, 6
  missing_interaction_type: { status: 400, title: 'An interaction type is needed' },
  // draft-ietf-oauth-attestation-based-client-auth allows 401, but wallets read the body only with a 400
  invalid_client_attestation: { status: 400, title: 'The client attestation is not valid' },
  use_attestation_challenge: { status: 400, title: 'An attestation challenge is needed' },
  use_fresh_attestation: { status: 400, title: 'A newer client attestation is needed' },
  // RFC 6750, RFC 9449: 401 if the route is a protected resource
  invalid_token: { status: 401, title: 'The access token is not valid' },
  insufficient_scope: { status: 403, title: 'The access token does not cover this' },
  invalid_dpop_proof: { status: 400, title: 'The DPoP proof is not valid' },
  use_dpop_nonce: { status: 400, title: 'A DPoP nonce is needed' },
  // OpenID4VCI 1.0, 8.3.1.2, 9.3, 11.3
  invalid_credential_request: { status: 400, title: 'The credential request is not valid' },
  unknown_credential_configuration: { status: 400, title: 'Unknown credential configuration' },
  unknown_credential_identifier: { status: 400, title: 'Unknown credential identifier' },
  invalid_proof: { status: 400, title: 'The key proof is not valid' },
  invalid_nonce: { status: 400, title: 'The nonce is not valid' },
  invalid_encryption_parameters: { status: 400, title: 'The encryption parameters are not valid' },
  credential_request_denied: { status: 400, title: 'The credential request is denied' },
  invalid_transaction_id: { status: 400, title: 'The transaction id is not valid' },
  invalid_notification_id: { status: 400, title: 'The notification id is not valid' },
  invalid_notification_request: { status: 400, title: 'The notification is not valid' },
  // HTTP, on every route
  unauthenticated: { status: 401, title: 'Authentication is needed' },
  forbidden: { status: 403, title: 'The caller may not do this' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'No acceptable representation' },
  request_timeout: { status: 408, title: 'The request took too long' },
  conflict: { status: 409, title: 'The request conflicts with the current state' },
  gone: { status: 410, title: 'No longer available' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key was already used for a different request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  server_error: { status: 500, title: 'Something went wrong here' },
  not_built: { status: 501, title: 'This is not built yet' },
  temporarily_unavailable: { status: 503, title: 'Not available at the moment' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof kinds;

/** All codes with status and title, for the error reference. */
export const errorKinds: Readonly<Record<ErrorCode, ErrorKind>> = kinds;

/**
 * One error in a management body: where (RFC 6901 JSON pointer) and what. A type, because an interface is not
 * assignable to JSON.
 */
export type FieldError = {
  readonly pointer: string;
  readonly detail: string;
};

/** Why the request was refused is for backend, log and metrics; it is never sent to the wallet. */
export type ProtocolErrorOptions = ErrorDetails & Reasoned;

interface ErrorDetails {
  readonly cause?: unknown;
  /** For the log only; never leaves the process. No claims, keys, codes or tokens in it. */
  readonly detail?: string;
  /**
   * Stored in the session for the backend, never sent to the wallet: `credential` is the refused credential query;
   * `description` replaces the wallet's text.
   */
  readonly forBackend?: { readonly credential?: string; readonly description?: string };
  /** Extra response headers, such as `DPoP-Nonce`, `Retry-After`, `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Extra members of the error body that a standard requires, such as `auth_session`, `request_uri`. */
  readonly members?: Readonly<Record<string, string | number>>;
  readonly errors?: readonly FieldError[];
  /** The authentication scheme that the wallet used or should use; sent in `WWW-Authenticate` on resource routes. */
  readonly scheme?: 'DPoP' | 'Bearer';
}

/**
 * The one error of the protocol code: a code of the table and a description for the caller. The description uses only
 * the characters of RFC 6749, 5.2 and never contains a secret, a nonce or a claim value.
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: ErrorCode;
  readonly options: ProtocolErrorOptions;

  constructor(code: ErrorCode, description: string, options: ProtocolErrorOptions) {
    super(description, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return kinds[this.code].status;
  }

  get reasoned(): Reasoned {
    const { reason, facts } = this.options;
    return (facts === undefined ? { reason } : { reason, facts }) as Reasoned;
  }
}

/**
 * Returns a ProtocolError unchanged. Every other error becomes `server_error`, so that no detail leaves the process.
 */
export function asProtocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  return new ProtocolError('server_error', 'Something went wrong here; use the request id to find it', {
    reason: 'internal_error',
  });
}
