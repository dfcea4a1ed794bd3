/** GET the credential offer by reference (OpenID4VCI 1.0, 4.1.3): readable until it is redeemed or expired. */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { ReportingOperation } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { parseJson } from '@countersign/shared/kernel/json';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { isOfferOpen } from '../session/beginning-transitions.ts';
import { findSession } from '../session/issuance-session.ts';

export function offerDocument(platform: Platform): ReportingOperation {
  return async (request, reports) => {
    const { tenant, params } = request;
    const found = await findSession(platform, { request, reports }, params.offerId);
    if (found === undefined || !sameHash(found.session.issuance.offerHash, found.hash)) {
      throw gone({ reason: 'offer_unknown' });
    }
    const { session } = found;
    const { state } = session.issuance.progress;
    if (!isOfferOpen(session.issuance)) {
      throw gone(state === 'expired' ? expired(session, platform) : { reason: 'offer_completed', facts: { state } });
    }
    if (platform.clock() >= session.expiresAt) throw gone(expired(session, platform));
    platform.noteEvent?.(session, { type: 'offer.fetched', data: {} });
    const vault = await platform.vaults.of(tenant);
    return { body: parseJson(vault.open(session.issuance.sealedOffer, `session/${session.id}/offer`)) };
  };
}

function expired({ expiresAt }: Pick<SessionDocument, 'expiresAt'>, { clock }: Pick<Platform, 'clock'>): Reasoned {
  return { reason: 'offer_expired', facts: expiredFact(expiresAt, clock()) };
}

function gone(why: Reasoned): ProtocolError {
  return new ProtocolError(
    'not_found',
    'There is no open offer here: it was redeemed, has expired, or never existed',
    why,
  );
}
