/** The offer request as issuance reads it, stored sealed in the session. */

import { isObject, parseJson } from '@countersign/shared/kernel/json';
import type { Vault } from '@countersign/shared/keys/vault';
import type { OfferRequest } from '@countersign/shared/messages/offer-request';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { type OfferedIssuance, offeredIssuance } from '../configuration/claims.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';

/**
 * Separately stored members of the offer request: claims and user can be erased independently; only a hash of the code
 * is stored.
 */
export interface KeptOffer {
  readonly sealedRequest: string;
  readonly sealedClaims?: string;
}

/**
 * Seals an offer request: its claims separately, so that they can be erased on their own; transaction code and user not
 * at all.
 */
export function sealOffer(vault: Vault, id: string, body: Partial<OfferRequest>): KeptOffer {
  const { response_type: _shape, claims, tx_code: _code, person: _person, ...kept } = body;
  return {
    sealedRequest: vault.seal(JSON.stringify(kept), `session/${id}/request`),
    ...(claims === undefined ? {} : { sealedClaims: vault.seal(JSON.stringify(claims), claimsContext(id)) }),
  };
}

/** The offer's claims and lifetimes, and the claims of the signed-in user. */
export function openOffered(vault: Vault, { id, issuance }: IssuanceSession): OfferedIssuance {
  const { sealedRequest, sealedClaims, sealedSignedIn } = issuance;
  const kept = parseJson(vault.open(sealedRequest, `session/${id}/request`));
  const claims = sealedClaims === undefined ? undefined : parseJson(vault.open(sealedClaims, claimsContext(id)));
  const signedIn =
    sealedSignedIn === undefined ? undefined : parseJson(vault.open(sealedSignedIn, signedInContext(id)));
  return {
    ...offeredIssuance({ ...(isObject(kept) ? kept : {}), ...(claims === undefined ? {} : { claims }) }),
    ...(isObject(signedIn) ? { signedIn } : {}),
  };
}

/** Context of the sealed claims of a signed-in user. */
export function signedInContext(session: SessionDocument['id']): string {
  return `session/${session}/signed-in`;
}

function claimsContext(session: SessionDocument['id']): string {
  return `session/${session}/offer-claims`;
}
