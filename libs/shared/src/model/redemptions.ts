/** What the session of an offer keeps of the wallets that redeem it, where these are several. */

/** Most redemptions of one offer: each place that is held stands in the offer's document. */
export const MAX_REDEMPTIONS = 1000;

/** The places of an offer that several wallets redeem: used ones and held ones are never more than the limit. */
export interface Redemptions {
  readonly limit: number;
  /** Places that are used and stand in `places` no more. */
  readonly used: number;
  readonly places: readonly RedemptionPlace[];
}

export interface RedemptionPlace {
  /** Session of the redemption. */
  readonly session: string;
  /** SHA-256 of what its wallet is known by; absent where that is nothing. */
  readonly holder?: string;
  /** Milliseconds: until then no other wallet gets it. */
  readonly until: number;
  /** Its wallet has a token, or is about to. */
  readonly redeemed?: true;
}

/** How many places are used: their wallets have a token, or are about to. */
export function redeemedPlaces({ used, places }: Redemptions): number {
  return used + places.filter(({ redeemed }) => redeemed).length;
}
