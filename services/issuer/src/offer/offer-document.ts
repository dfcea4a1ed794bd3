/** GET the credential offer by reference (OpenID4VCI 1.0, 4.1.3): readable until it is redeemed or expired. */
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { parseJson } from '@countersign/shared/kernel/json';
import { isOfferOpen } from '@countersign/shared/model/issuance/new-issuance';
import type { Platform } from '@countersign/shared/runtime/service';
import { findSession } from '../session/issuance-session.ts';

export function offerDocument(platform: Platform): Operation {
  return async (request) => {
    const { tenant, params } = request;
    const found = await findSession(platform, request, params.offerId);
    if (found === undefined || !sameHash(found.session.issuance.offerHash, found.hash)) throw gone();
    const { session } = found;
    if (!isOfferOpen(session.issuance) || platform.clock() >= session.expiresAt) throw gone();
    const vault = await platform.vaults.of(tenant);
    return { body: parseJson(vault.open(session.issuance.sealedOffer, `session/${session.id}/offer`)) };
  };
}

function gone(): ProtocolError {
  return new ProtocolError('not_found', 'There is no open offer here: it was redeemed, has expired, or never was');
}
