/**
 * Redemptions of an offer by several wallets, each in its own session. Pure transitions of the offer's session, each
 * written by one compare-and-set.
 *
 * A wallet that starts reserves a slot for a limited time, and issuing its token uses the slot. The next wallet can
 * take an expired reservation. Used and reserved slots together never exceed the limit, and a token needs a used slot,
 * so neither does the number of tokens.
 */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { expiredFact } from '@countersign/shared/kernel/reasons/expired-fact';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import type { IssuancePart } from '@countersign/shared/model/session/issuance-part';
import {
  type RedemptionPlace,
  type Redemptions,
  redeemedPlaces,
} from '@countersign/shared/model/session/redemption-places';
import { unknownIssuerState } from './authorization-transitions.ts';
import { type IssuanceSession, type IssuanceTransition, moved, unmoved, withResult } from './issuance-transition.ts';

/** A new offer's slots. */
export function openRedemptions(limit: number): Redemptions {
  return { limit, used: 0, places: [] };
}

export interface PlaceRequest {
  /** Id that a new redemption would have. */
  readonly session: string;
  /** SHA-256 of what identifies the wallet. */
  readonly holder?: string;
  /** Milliseconds. */
  readonly now: number;
  readonly until: number;
  /** The holder's redemption that ended without a token. The new one replaces it. */
  readonly instead?: string;
}

/**
 * Reserves a slot for a wallet that starts, or returns the slot that the wallet already has.
 * @throws ProtocolError `invalid_request` if the offer is closed or every slot is taken
 */
export function takePlace(session: IssuanceSession, request: PlaceRequest): IssuanceTransition<RedemptionPlace> {
  const { issuance: part } = session;
  const { redemptions } = part;
  if (request.now >= session.expiresAt) {
    const facts = expiredFact(session.expiresAt, request.now);
    throw unknownIssuerState({ reason: 'issuer_state_expired', facts });
  }
  if (redemptions === undefined) throw unknownIssuerState({ reason: 'issuer_state_unknown' });
  const { state } = part.progress;
  if (state === 'exhausted') throw unknownIssuerState(allTaken(redemptions));
  if (state !== 'created') throw unknownIssuerState({ reason: 'issuer_state_used', facts: { state } });
  const mine = redemptions.places.find(({ holder }) => holder !== undefined && holder === request.holder);
  if (mine !== undefined && (mine.redeemed || mine.session !== request.instead)) {
    return held(session, redemptions, mine, request);
  }
  const current = withoutPast(redemptions, request.now, mine);
  if (current.used + current.places.length >= current.limit) throw unknownIssuerState(allTaken(current));
  const { session: id, holder, until } = request;
  const place: RedemptionPlace = { session: id, until, ...(holder === undefined ? {} : { holder }) };
  return withResult(withPlaces(session, current, [...current.places, place]), place);
}

function allTaken({ limit: most }: Redemptions): Reasoned {
  return { reason: 'redemptions_taken', facts: { most } };
}

/** A returning wallet's slot. An expired reservation that no other wallet has taken is renewed. */
function held(
  session: IssuanceSession,
  redemptions: Redemptions,
  mine: RedemptionPlace,
  { now, until }: PlaceRequest,
): IssuanceTransition<RedemptionPlace> {
  if (mine.redeemed || mine.until > now) return withResult(unmoved(session), mine);
  const place = { ...mine, until };
  const places = redemptions.places.map((one) => (one === mine ? place : one));
  return withResult(withPlaces(session, redemptions, places), place);
}

function withPlaces(
  session: IssuanceSession,
  redemptions: Redemptions,
  places: readonly RedemptionPlace[],
): IssuanceTransition {
  return moved(session, { issuance: { ...session.issuance, redemptions: { ...redemptions, places } } });
}

/** Removes expired slots: used ones are counted in `used`, the others become free. */
function withoutPast({ limit, used, places }: Redemptions, now: number, gone?: RedemptionPlace): Redemptions {
  const past = places.filter((place) => place.until <= now);
  return {
    limit,
    used: used + past.filter(({ redeemed }) => redeemed).length,
    places: places.filter((place) => place.until > now && place !== gone),
  };
}

/**
 * Uses a redemption's slot, before its token is issued. An expired slot is still valid while no other wallet has taken
 * it. The last slot exhausts the offer. A used slot stays unchanged.
 * @param redemption id of the session that redeems
 * @throws ProtocolError `invalid_grant` if that session has no slot
 */
export function redeemPlace(offer: IssuanceSession, redemption: string): IssuanceTransition {
  const { redemptions, progress } = offer.issuance;
  const place = redemptions?.places.find((one) => one.session === redemption);
  if (redemptions === undefined || place === undefined || progress.state === 'failed') {
    throw new ProtocolError('invalid_grant', 'The offer for this code is closed, or another wallet has its slot', {
      reason: 'redemption_lost',
      facts: { state: progress.state },
    });
  }
  if (place.redeemed) return unmoved(offer);
  const places = redemptions.places.map((one) => (one === place ? { ...one, redeemed: true as const } : one));
  const next: IssuancePart = { ...offer.issuance, redemptions: { ...redemptions, places } };
  const exhausted = progress.state === 'created' && redeemedPlaces({ ...redemptions, places }) >= redemptions.limit;
  return moved(offer, { issuance: exhausted ? { ...next, progress: { state: 'exhausted' } } : next });
}

/** True if a redemption can no longer result in a token. */
export function cannotLeadToToken({ progress }: IssuancePart): boolean {
  switch (progress.state) {
    case 'failed':
    case 'expired':
      return true;
    case 'created':
    case 'pushed':
    case 'presentation_required':
    case 'authorized':
    case 'token_issued':
    case 'issued':
    case 'completed':
    case 'exhausted':
      return false;
  }
}
