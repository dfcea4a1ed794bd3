/** The slots of an offer for several wallets, as its session stores them. */

/** Maximum number of redemptions of one offer. The offer's document contains every reserved slot. */
export const MAX_REDEMPTIONS = 1000;

/** Used and reserved places together are never more than the limit. */
export interface Redemptions {
  readonly limit: number;
  /** Used places that are no longer in `places`. */
  readonly used: number;
  readonly places: readonly RedemptionPlace[];
}

export interface RedemptionPlace {
  /** Session of the redemption. */
  readonly session: string;
  /** SHA-256 of the wallet's identification, if any. */
  readonly holder?: string;
  /** Milliseconds: the slot is reserved until then. */
  readonly until: number;
  /** Its wallet has a token, or is about to receive one. */
  readonly redeemed?: true;
}

/** The number of used slots: their wallets have a token, or are about to receive one. */
export function redeemedPlaces({ used, places }: Redemptions): number {
  return used + places.filter(({ redeemed }) => redeemed).length;
}
