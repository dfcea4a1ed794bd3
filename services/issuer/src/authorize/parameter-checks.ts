/** Parameters of PAR, the authorization endpoint and the challenge endpoint. */

import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { missingFacts } from '../client/missing-parameter.ts';
import type { Received } from '../client/received.ts';
import { checkRedirectUri } from '../client/redirect-uri.ts';
import { type RequestingClient, text, type WalletParameters } from '../client/wallet-parameters.ts';
import { unknownRequestUri } from '../session/authorization-transitions.ts';
import { type FoundSession, findSession } from '../session/issuance-session.ts';
import { referenceOfRequestUri } from '../session/request-uri.ts';

/** RFC 9126, 3; RFC 9101: request objects are not supported. @throws ProtocolError `request_not_supported` */
export function checkRequestObjectAbsent({ parameters }: WalletParameters): void {
  if (parameters.request !== undefined) {
    throw new ProtocolError('request_not_supported', 'Request objects are not supported', {
      reason: 'request_object',
      facts: { parameter: 'request' },
    });
  }
}

/** RFC 9126, 2.1: a pushed request contains no request_uri. @throws ProtocolError `invalid_request` */
export function checkRequestUriAbsent({ parameters }: WalletParameters): void {
  if (parameters.request_uri !== undefined) {
    throw new ProtocolError('invalid_request', 'request_uri is not accepted here', {
      reason: 'request_uri_misplaced',
      facts: { parameter: 'request_uri' },
    });
  }
}

/**
 * RFC 9126, 4: the request_uri must be from this server and belong to a session. The transition decides whether it is
 * used.
 * @throws ProtocolError `invalid_request_uri`
 */
export async function checkRequestUri({
  platform,
  request,
  reports,
  parameters,
}: Pick<Received, 'platform' | 'request' | 'reports' | 'parameters'>): Promise<{ readonly found: FoundSession }> {
  const reference = referenceOfRequestUri(text(parameters, 'request_uri') ?? '');
  const found = reference === undefined ? undefined : await findSession(platform, { request, reports }, reference);
  if (found === undefined) throw unknownRequestUri({ reason: 'request_uri_unknown' });
  return { found };
}

/** RFC 9126, 5 (`require_pushed_authorization_requests`); setting PAR; HAIP 1.0, 4. @throws ProtocolError `invalid_request` */
export function checkPushed({ requirements }: { readonly requirements: Pick<Requirements, 'par'> }): void {
  if (requirements.par === 'required') {
    throw new ProtocolError('invalid_request', 'The authorization request must be pushed first', {
      reason: 'par_required',
    });
  }
}

/** RFC 6749, 3.1.2; RFC 9700, 2.1: the redirect URI is one of the client's. @throws ProtocolError `invalid_request` */
export function checkRedirectTarget({ parameters, client }: WalletParameters & { readonly client: RequestingClient }): {
  readonly redirectUri: string;
} {
  return { redirectUri: checkRedirectUri(text(parameters, 'redirect_uri'), client) };
}

/** RFC 6749, 3.1.1 and 4.1.2.1. @throws ProtocolError `invalid_request`, `unsupported_response_type` */
export function checkResponseType({ parameters }: WalletParameters): void {
  const responseType = text(parameters, 'response_type');
  if (responseType === 'code') return;
  const facts = { expected: 'code', ...(responseType === undefined ? {} : { received: responseType }) };
  const why = { reason: 'response_type', facts } as const;
  throw responseType === undefined
    ? new ProtocolError('invalid_request', 'response_type is missing', why)
    : new ProtocolError('unsupported_response_type', 'response_type must be code', why);
}

/**
 * RFC 7636, 1: a code that never passes a browser needs no PKCE, so the challenge is optional. A sent one is checked.
 * @throws ProtocolError `invalid_request`
 */
export function checkSentCodeChallenge(known: WalletParameters): { readonly codeChallenge?: string } {
  return text(known.parameters, 'code_challenge') === undefined ? {} : checkCodeChallenge(known);
}

/**
 * RFC 7636, 4.3 and 4.4.1: the challenge of an authorization request, S256 only.
 * @throws ProtocolError `invalid_request` if it is missing, `plain` or not the S256 form
 */
export function checkCodeChallenge({ parameters }: WalletParameters): { readonly codeChallenge: string } {
  const challenge = text(parameters, 'code_challenge');
  const method = text(parameters, 'code_challenge_method');
  if (challenge === undefined) {
    const facts = { parameter: 'code_challenge' };
    throw new ProtocolError('invalid_request', 'code_challenge is missing', { reason: 'pkce_missing', facts });
  }
  if (method !== 'S256') {
    // An absent method means plain.
    const facts = { expected: 'S256', received: method ?? 'plain' };
    throw new ProtocolError('invalid_request', 'code_challenge_method must be S256', { reason: 'pkce_method', facts });
  }
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) {
    const facts = { count: challenge.length, expected: '43 characters of base64url' };
    throw new ProtocolError('invalid_request', 'code_challenge is not an S256 challenge', {
      reason: 'pkce_challenge',
      facts,
    });
  }
  return { codeChallenge: challenge };
}

/** Limit of `state` in characters; it is stored and returned unchanged. */
const MAX_STATE = 2048;

/** RFC 6749, 4.1.1. @throws ProtocolError `invalid_request` */
export function checkState({ parameters }: WalletParameters): { readonly state?: string } {
  const state = text(parameters, 'state');
  if (state === undefined) return {};
  if (state.length > MAX_STATE) {
    const facts = { count: state.length, most: MAX_STATE };
    throw new ProtocolError('invalid_request', 'state is too long', { reason: 'state_too_long', facts });
  }
  return { state };
}

/**
 * OpenID4VCI 1.0, 5.1.3: `issuer_state` binds the request to an offer. A wallet-initiated request doesn't have one. It
 * would need a user login, which is not built, so it is refused and nothing is stored.
 * @throws ProtocolError `access_denied`
 */
export function checkIssuerStateGiven({ parameters }: WalletParameters): { readonly issuerState: string } {
  const issuerState = text(parameters, 'issuer_state');
  if (issuerState === undefined) {
    const facts = missingFacts(parameters, 'issuer_state');
    const why = { reason: 'issuer_state_missing', facts } as const;
    throw new ProtocolError(
      'access_denied',
      'issuer_state is missing; issuance must start with a credential offer',
      why,
    );
  }
  return { issuerState };
}
