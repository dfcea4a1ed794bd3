/**
 * An offer that several wallets redeem, each in a session of its own: which of them have a place. Pure transitions of
 * the offer's session, each taken by one compare-and-set.
 *
 * A wallet that begins gets a place for a while; the place is used when its token is given. One that gave up loses it to
 * the next. Used places and held ones together are never more than the limit, and a token needs a used place, so the offer
 * gives at most as many tokens as it says.
 */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type RedemptionPlace, type Redemptions, redeemedPlaces } from '@countersign/shared/model/redemptions';
import type { IssuancePart } from '@countersign/shared/model/sessions';

export interface PlaceRequest {
  /** Id that a new redemption would have. */
  readonly session: string;
  /** SHA-256 of what the wallet is known by. */
  readonly holder?: string;
  /** Milliseconds. */
  readonly now: number;
  readonly until: number;
  /** The redemption of this holder that is over without a token: the new one takes its place. */
  readonly instead?: string;
}

export interface PlaceTaken {
  readonly part: IssuancePart;
  readonly place: RedemptionPlace;
}

/**
 * A place for a wallet that begins; the one that it has already where it is known.
 * @throws ProtocolError `invalid_request` where the offer is closed or every place is taken
 */
export function takePlace(part: IssuancePart, request: PlaceRequest): PlaceTaken {
  const { redemptions } = part;
  if (redemptions === undefined || part.progress.state !== 'created') throw closed();
  const mine = redemptions.places.find(({ holder }) => holder !== undefined && holder === request.holder);
  if (mine !== undefined && (mine.redeemed || mine.session !== request.instead)) return held(part, mine, request);
  const current = withoutPast(redemptions, request.now, mine);
  if (current.used + current.places.length >= current.limit) throw closed();
  const { session, holder, until } = request;
  const place: RedemptionPlace = { session, until, ...(holder === undefined ? {} : { holder }) };
  return { part: { ...part, redemptions: { ...current, places: [...current.places, place] } }, place };
}

/** The place of a wallet that comes again: anew for a while where its time is over and no other wallet has it. */
function held(part: IssuancePart, mine: RedemptionPlace, { now, until }: PlaceRequest): PlaceTaken {
  const { redemptions } = part;
  if (redemptions === undefined || mine.redeemed || mine.until > now) return { part, place: mine };
  const place = { ...mine, until };
  const places = redemptions.places.map((one) => (one === mine ? place : one));
  return { part: { ...part, redemptions: { ...redemptions, places } }, place };
}

/** Places whose time is over: used ones are counted on, the others are free again. */
function withoutPast({ limit, used, places }: Redemptions, now: number, gone?: RedemptionPlace): Redemptions {
  const past = places.filter((place) => place.until <= now);
  return {
    limit,
    used: used + past.filter(({ redeemed }) => redeemed).length,
    places: places.filter((place) => place.until > now && place !== gone),
  };
}

/**
 * Uses the place of a session, before its token is given. A place whose time is over still counts while no other wallet has
 * it. With the last one the offer is exhausted.
 * @returns the same part where the place is used already
 * @throws ProtocolError `invalid_grant` where the session has no place
 */
export function redeemPlace(part: IssuancePart, session: string): IssuancePart {
  const { redemptions, progress } = part;
  const place = redemptions?.places.find((one) => one.session === session);
  if (redemptions === undefined || place === undefined || progress.state === 'failed') {
    throw new ProtocolError(
      'invalid_grant',
      'The offer of this code is closed, or its place was given to another wallet',
    );
  }
  if (place.redeemed) return part;
  const places = redemptions.places.map((one) => (one === place ? { ...one, redeemed: true as const } : one));
  const next: IssuancePart = { ...part, redemptions: { ...redemptions, places } };
  const exhausted = progress.state === 'created' && redeemedPlaces({ ...redemptions, places }) >= redemptions.limit;
  return exhausted ? { ...next, progress: { state: 'exhausted' } } : next;
}

function closed(): ProtocolError {
  return new ProtocolError('invalid_request', 'The issuer_state is unknown, used or expired');
}
