/**
 * RATE_WALLET: requests per second and address to the costly endpoints that need no login. Counted in this process alone:
 * it limits the work that one address can cause here, and works without an engine.
 */

import { limitKey } from '@countersign/shared/http/client-address';
import type { Clock } from '@countersign/shared/kernel/clock';
import { seconds } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';

/** @throws ProtocolError `rate_limited` */
export type WalletLimit = (address: string) => void;

/** @param perSecond 0: no limit */
export function createWalletLimit({
  clock,
  perSecond,
}: {
  readonly clock: Clock;
  readonly perSecond: number;
}): WalletLimit {
  let second = 0;
  // One entry per address that sent a request in the present second.
  const counts = new Map<string, number>();
  return (address) => {
    if (perSecond === 0) return;
    const now = seconds(clock());
    if (now !== second) {
      second = now;
      counts.clear();
    }
    const key = limitKey(address);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= perSecond) return;
    throw new ProtocolError('rate_limited', 'Too many requests from this address', {
      reason: 'rate_limited',
      facts: { detail: 'requests of an address', most: perSecond, retryAfterSeconds: 1 },
      headers: { 'retry-after': '1' },
    });
  };
}
