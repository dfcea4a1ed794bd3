/** RATE_WALLET: requests a second per address over the endpoints that anybody may call and that cost something. */
import type { Cache } from '@countersign/shared/cache/port';
import type { Clock } from '@countersign/shared/clock';
import { seconds } from '@countersign/shared/clock';
import { ProtocolError } from '@countersign/shared/errors';
import { limitKey } from '@countersign/shared/http/client-address';

/** @throws ProtocolError `rate_limited`; `temporarily_unavailable` where the count can't be kept */
export type WalletLimit = (address: string) => Promise<void>;

/** @param perSecond 0: no limit */
export function createWalletLimit(options: {
  readonly cache: Cache;
  readonly clock: Clock;
  readonly perSecond: number;
}): WalletLimit {
  const { cache, clock, perSecond } = options;
  return async (address) => {
    if (perSecond === 0) return;
    const count = await cache.increment(`rate/${limitKey(address)}/${seconds(clock())}`, 2000);
    if (count <= perSecond) return;
    throw new ProtocolError('rate_limited', 'Too many requests from this address', { headers: { 'retry-after': '1' } });
  };
}
