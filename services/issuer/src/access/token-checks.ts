/** What an access token must satisfy at the resource endpoints, in the order of the table. */

import type { OperationRequest } from '@countersign/shared/http/message';
import type { Reported } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { Grant } from '@countersign/shared/model/session/issuance-part';
import type { Dpop } from '../client/dpop/dpop.ts';
import type { ResourceServer } from '../client/received.ts';
import { grantOf, grantOfToken, validToken } from '../session/grant.ts';
import { findSession } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { refusedToken } from '../session/refused-token.ts';
import { externalAccess, isExternal } from './external-access.ts';

/** FAPI 2.0 Security Profile, 5.3.4: an access token is never sent in the query. @throws ProtocolError `invalid_request` */
export function checkTokenPlace({
  request: { query },
}: {
  readonly request: { readonly query: Readonly<Record<string, string>> };
}): void {
  if (query.access_token !== undefined) {
    throw new ProtocolError('invalid_request', 'The access token belongs in the Authorization header', {
      reason: 'token_in_query',
    });
  }
}

export interface PresentedToken {
  readonly scheme: 'DPoP' | 'Bearer';
  readonly token: string;
}

/** RFC 6750, 2.1; RFC 9449, 7.1. @throws ProtocolError `unauthenticated` */
export function checkAuthorizationHeader({
  request: { headers },
}: {
  readonly request: { readonly headers: Readonly<Record<string, string | undefined>> };
}): PresentedToken {
  const { authorization } = headers;
  if (authorization === undefined) {
    throw new ProtocolError('unauthenticated', 'An access token is needed', { reason: 'token_missing' });
  }
  // RFC 9110, 11.1: the scheme is compared without case.
  const match = /^(dpop|bearer) +([A-Za-z0-9\-._~+/]+=*)$/i.exec(authorization);
  if (match?.[1] === undefined || match[2] === undefined) {
    const why = refusedScheme(authorization);
    throw new ProtocolError('unauthenticated', 'An access token is needed, with the scheme DPoP or Bearer', why);
  }
  return { scheme: match[1].toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token: match[2] };
}

/** Other registered schemes that clients send. The first word of a header may also be a token, so no other is reported. */
const OTHER_SCHEMES: readonly string[] = ['basic', 'digest', 'gnap', 'negotiate', 'token'];

function refusedScheme(authorization: string): Reasoned {
  const scheme = authorization.trimStart().split(/\s/, 1)[0]?.toLowerCase() ?? '';
  if (scheme === 'dpop' || scheme === 'bearer') return { reason: 'token_format', facts: { received: scheme } };
  const received = OTHER_SCHEMES.find((known) => known === scheme);
  const expectedAny = ['DPoP', 'Bearer'];
  return { reason: 'token_scheme', facts: { expectedAny, ...(received === undefined ? {} : { received }) } };
}

/** The session and grant of an access token. The grant contains only this token, with its expiry and configurations. */
export interface Authorized {
  readonly session: IssuanceSession;
  readonly grant: Grant;
}

/** RFC 6750, 3.1: the token belongs to a grant that is neither revoked nor expired. @throws ProtocolError `invalid_token` */
export async function checkAccessToken({
  platform,
  external,
  configurations,
  request,
  reports,
  scheme,
  token,
}: PresentedToken & Pick<ResourceServer, 'platform' | 'external' | 'configurations'> & Reported): Promise<Authorized> {
  if (isExternal(token)) return externalAccess({ platform, external, configurations }, { request, reports }, token);
  const found = await findSession(platform, { request, reports }, token);
  const grant = found === undefined ? undefined : grantOf(found.session.issuance.progress);
  const valid = found && grant && validToken(grant, found.hash, platform.clock());
  if (found === undefined || grant === undefined || valid === undefined) {
    const why: Reasoned =
      found === undefined
        ? { reason: 'token_unknown', facts: { detail: 'no_session' } }
        : refusedToken(found.session.issuance.progress, found.hash, platform.clock());
    throw new ProtocolError('invalid_token', 'The access token is unknown, revoked or expired', { scheme, ...why });
  }
  return { session: found.session, grant: grantOfToken(grant, valid) };
}

/** RFC 9449, 7.2: a DPoP-bound token is refused as Bearer, an unbound one as DPoP. @throws ProtocolError `invalid_token` */
export function checkTokenType({
  grant,
  scheme,
}: Pick<PresentedToken, 'scheme'> & { readonly grant: Pick<Grant, 'dpopJkt'> }): void {
  if ((grant.dpopJkt === undefined) !== (scheme === 'Bearer')) {
    const facts = { expected: scheme === 'Bearer' ? 'DPoP' : 'Bearer', received: scheme };
    throw new ProtocolError('invalid_token', 'The token type does not match the authentication scheme', {
      scheme,
      reason: 'token_scheme',
      facts,
    });
  }
}

/**
 * RFC 9449, 7.1: a bound token comes with a proof of its key, which is used up.
 * @throws ProtocolError `invalid_dpop_proof`, `use_dpop_nonce`, `invalid_token`, `rate_limited`
 */
export async function checkTokenProof({
  dpop,
  request,
  grant,
  scheme,
  token,
}: PresentedToken &
  Pick<Authorized, 'grant'> & { readonly dpop: Dpop; readonly request: OperationRequest }): Promise<void> {
  if (grant.dpopJkt === undefined) return;
  const proof = await dpop.check(request, token);
  if (proof === undefined) {
    throw new ProtocolError('invalid_dpop_proof', 'A DPoP proof is needed', { scheme, reason: 'dpop_missing' });
  }
  if (proof.jkt !== grant.dpopJkt) {
    const facts = { expectedJkt: grant.dpopJkt, receivedJkt: proof.jkt, detail: 'access_token' };
    throw new ProtocolError('invalid_token', 'The access token is bound to another DPoP key', {
      scheme,
      reason: 'dpop_key',
      facts,
    });
  }
  await proof.use(grant.tokenHash);
}

/**
 * HAIP 1.0, 4: where DPoP is required no access token is taken as Bearer, such as one of the time before the profile.
 * @throws ProtocolError `invalid_token`
 */
export function checkBearerAccepted({
  requirementsOf,
  request,
  scheme,
}: Pick<PresentedToken, 'scheme'> &
  Pick<ResourceServer, 'requirementsOf'> & { readonly request: { readonly tenant: string } }): void {
  if (scheme === 'Bearer' && requirementsOf(request.tenant).bearer === 'refused') {
    throw new ProtocolError('invalid_token', 'The access token must be bound to a key by DPoP', {
      scheme: 'DPoP',
      reason: 'token_unbound',
    });
  }
}
