/**
 * Limits failed logins per client and address, and ten times as many per address over all clients. The count of the
 * first is shared by the cache; the decision is taken before the secret is looked at, from what this process has seen,
 * attempts under way included: fifty parallel guesses are fifty.
 */
import { createHash } from 'node:crypto';
import type { Cache } from '@countersign/shared/cache/port';
import type { Clock } from '@countersign/shared/clock';
import { ProtocolError } from '@countersign/shared/errors';
import { limitKey } from '@countersign/shared/http/client-address';

const WINDOW = 60_000;
const CLIENTS_OF_AN_ADDRESS = 10;
const MOST_KEYS = 10_000;

interface Seen {
  /** Failed attempts and attempts under way. */
  tries: number;
  readonly until: number;
}

export interface LoginAttempt {
  succeeded(): void;
  failed(): Promise<void>;
}

export interface LoginLimit {
  /** @throws ProtocolError `rate_limited` */
  begin(clientId: string, address: string): LoginAttempt;
}

export function createLoginLimit(options: {
  readonly cache: Cache;
  readonly clock: Clock;
  /** Failed attempts a minute. */
  readonly most: number;
}): LoginLimit {
  const { cache, clock, most } = options;
  const seenByKey = new Map<string, Seen>();
  return {
    begin(clientId, address) {
      const from = limitKey(address);
      const key = `login/${createHash('sha256').update(clientId).digest('base64url')}/${from}`;
      const now = clock();
      const own = current(seenByKey, key, now);
      // Unknown clients cost a hash each: one address can't make up any number of them.
      const all = current(seenByKey, `login/${from}`, now);
      if (own.tries >= most) throw limited(own.until - now);
      if (all.tries >= most * CLIENTS_OF_AN_ADDRESS) throw limited(all.until - now);
      own.tries += 1;
      all.tries += 1;
      return {
        succeeded: () => {
          own.tries -= 1;
          all.tries -= 1;
        },
        failed: async () => {
          own.tries = Math.max(own.tries, await cache.increment(key, WINDOW));
        },
      };
    },
  };
}

function current(seenByKey: Map<string, Seen>, key: string, now: number): Seen {
  const known = seenByKey.get(key);
  if (known !== undefined && known.until > now) return known;
  if (seenByKey.size >= MOST_KEYS) {
    for (const [old, { until }] of seenByKey) if (until <= now) seenByKey.delete(old);
    // Still full: somebody makes up clients; the oldest record goes.
    const [oldest] = seenByKey.keys();
    if (seenByKey.size >= MOST_KEYS && oldest !== undefined) seenByKey.delete(oldest);
  }
  const seen = { tries: 0, until: now + WINDOW };
  seenByKey.set(key, seen);
  return seen;
}

function limited(milliseconds: number): ProtocolError {
  return new ProtocolError('rate_limited', 'Too many failed logins; try again later', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))) },
  });
}
