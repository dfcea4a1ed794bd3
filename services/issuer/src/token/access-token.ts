/** The access token at the credential and notification endpoints (RFC 6750, 2.1; RFC 9449, 7). */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { grantOf } from '@countersign/shared/model/issuance/grant';
import type { IssuanceSession } from '@countersign/shared/model/issuance/issuance-transition';
import type { Grant } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Dpop } from '../client/dpop.ts';
import { findSession } from '../session/issuance-session.ts';

export interface Authorized {
  readonly session: IssuanceSession;
  readonly grant: Grant;
}

/**
 * Finds the session of the token that a request carries and checks scheme, expiry and DPoP binding.
 * @throws ProtocolError `unauthenticated` without a token, `invalid_token`, `invalid_dpop_proof`, `use_dpop_nonce`
 */
export async function authorizeByToken(
  platform: Pick<Platform, 'store' | 'clock'>,
  dpop: Dpop,
  request: OperationRequest,
): Promise<Authorized> {
  // FAPI 2.0, 5.3.4: never in the query.
  if (request.query.access_token !== undefined) {
    throw new ProtocolError('invalid_request', 'The access token belongs in the Authorization header');
  }
  const { scheme, token } = readAuthorization(request.headers.authorization);
  const invalid = (description: string): ProtocolError => new ProtocolError('invalid_token', description, { scheme });
  const found = await findSession(platform, request, token);
  const grant = found === undefined ? undefined : grantOf(found.session.issuance.progress);
  if (
    found === undefined ||
    grant === undefined ||
    !sameHash(grant.tokenHash, found.hash) ||
    grant.revoked ||
    platform.clock() >= grant.expiresAt
  ) {
    throw invalid('The access token is unknown, revoked or expired');
  }
  await checkBinding(grant, scheme, request, token, dpop);
  return { session: found.session, grant };
}

async function checkBinding(
  grant: Grant,
  scheme: 'DPoP' | 'Bearer',
  request: OperationRequest,
  token: string,
  dpop: Dpop,
): Promise<void> {
  // RFC 9449, 7.2: a bound token is never taken as Bearer, nor a plain one as DPoP.
  if ((grant.dpopJkt === undefined) !== (scheme === 'Bearer')) {
    throw new ProtocolError('invalid_token', 'The token type does not fit the authentication scheme', { scheme });
  }
  if (grant.dpopJkt === undefined) return;
  const proof = await dpop.check(request, token);
  if (proof === undefined) throw new ProtocolError('invalid_dpop_proof', 'A DPoP proof is needed', { scheme });
  if (proof.jkt !== grant.dpopJkt) {
    throw new ProtocolError('invalid_token', 'The access token is bound to another DPoP key', { scheme });
  }
  await proof.use(grant.tokenHash);
}

function readAuthorization(header: string | undefined): { scheme: 'DPoP' | 'Bearer'; token: string } {
  if (header === undefined) throw new ProtocolError('unauthenticated', 'An access token is needed');
  // RFC 9110, 11.1: the scheme is compared without case.
  const match = /^(dpop|bearer) +([A-Za-z0-9\-._~+/]+=*)$/i.exec(header);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new ProtocolError('unauthenticated', 'An access token is needed, with the scheme DPoP or Bearer');
  }
  return { scheme: match[1].toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token: match[2] };
}
