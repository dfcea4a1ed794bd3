/**
 * RATE_WALLET and RATE_OPEN: requests per second and address to routes without login. Counted in this process, or
 * together by all workers of this server: they limit the work that one address can cause here, and work without an
 * engine.
 */

import { limitKey } from '@countersign/shared/http/client-address';
import type { Clock } from '@countersign/shared/kernel/clock';
import { seconds } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { CountCall } from '../quotas/call-quota.ts';
import type { RateKind } from '../routes/route.ts';

/** Counts a request. Returns a promise if other processes count too. @throws ProtocolError `rate_limited` */
export type AddressLimit = (address: string) => Promise<void> | undefined;

/** The setting of each limit. */
const settingOf = { wallet: 'RATE_WALLET', open: 'RATE_OPEN' } as const satisfies Readonly<Record<RateKind, string>>;

interface LimitParts {
  readonly clock: Clock;
  readonly kind: RateKind;
  /** 0: no limit. */
  readonly perSecond: number;
  /** Counts in seconds with the other workers; absent if this process is the only one. */
  readonly together?: CountCall | undefined;
}

export function createAddressLimit({ clock, kind, perSecond, together }: LimitParts): AddressLimit {
  let second = 0;
  // One entry per address that sent a request in the current second.
  const counts = new Map<string, number>();
  const countHere = (address: string): undefined => {
    const now = seconds(clock());
    if (now !== second) {
      second = now;
      counts.clear();
    }
    const key = limitKey(address);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > perSecond) throw tooMany(kind, perSecond);
  };
  if (perSecond === 0) return () => undefined;
  if (together === undefined) return countHere;
  return async (address) => {
    const { granted } = await together({ tenant: limitKey(address), kind: `${kind}-address`, most: perSecond });
    if (!granted) throw tooMany(kind, perSecond);
  };
}

function tooMany(kind: RateKind, perSecond: number): ProtocolError {
  return new ProtocolError(
    'rate_limited',
    `${settingOf[kind]} allows ${perSecond} requests per second from one address`,
    {
      reason: 'rate_limited',
      facts: { detail: 'requests of an address', most: perSecond, retryAfterSeconds: 1 },
      headers: { 'retry-after': '1' },
    },
  );
}
