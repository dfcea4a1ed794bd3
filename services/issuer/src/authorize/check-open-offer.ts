import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Received } from '../client/received.ts';
import { unknownIssuerState } from '../session/authorization-transitions.ts';
import { findSession } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';

/**
 * OpenID4VCI 1.0, 5.1.3: `issuer_state` names an offer of this tenant that is still open.
 * @throws ProtocolError `invalid_request`
 */
export async function checkOpenOffer({
  platform,
  request,
  issuerState,
}: Pick<Received, 'platform' | 'request'> & { readonly issuerState: string }): Promise<{
  readonly session: IssuanceSession;
}> {
  const found = await findSession(platform, request, issuerState);
  if (
    found === undefined ||
    found.session.issuance.flow !== 'authorization_code' ||
    !sameHash(found.session.issuance.grantHash, found.hash)
  ) {
    throw unknownIssuerState({ reason: 'issuer_state_unknown' });
  }
  const { session } = found;
  const now = platform.clock();
  if (now >= session.expiresAt) {
    throw unknownIssuerState({ reason: 'issuer_state_expired', facts: expiredFact(session.expiresAt, now) });
  }
  return { session };
}
