/**
 * Limits failed logins per client and address, and ten times as many per address across all clients. All workers and
 * replicas count together, in the cache, before the secret is checked, including running attempts: fifty parallel
 * guesses count as fifty, wherever they arrive. This process's counts bound those in the cache, and are the limit while
 * the cache is unreachable.
 */
import type { Cache } from '@countersign/shared/cache/port';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { limitKey } from '@countersign/shared/http/client-address';
import type { Clock } from '@countersign/shared/kernel/clock';

const WINDOW = 60_000;
const CLIENTS_OF_AN_ADDRESS = 10;
/** At most this many addresses have their own count. All others share one. */
const MAX_ADDRESSES = 10_000;
const SHARED = '';

interface Seen {
  /** Failed and running attempts. */
  attempts: number;
  readonly until: number;
}

interface SeenFrom extends Seen {
  /** By hash of the client id. Added only while the address is under its limit, which bounds their number. */
  readonly clients: Map<string, Seen>;
}

export interface LoginAttempt {
  /** Milliseconds until the exceeded limit ends; undefined if no limit is exceeded. */
  readonly over: number | undefined;
  /** Gives the attempt back. One that fails stays counted. */
  succeeded(): Promise<void>;
}

export interface LoginLimit {
  begin(clientId: string, address: string): Promise<LoginAttempt>;
}

export function createLoginLimit(options: {
  readonly cache: Cache;
  readonly clock: Clock;
  /** Failed attempts per minute. */
  readonly most: number;
}): LoginLimit {
  const { cache, clock, most } = options;
  const addressOf = createAddresses();
  return {
    async begin(clientId, address) {
      const now = clock();
      const from = limitKey(address);
      const all = addressOf(from, now);
      if (all.attempts >= most * CLIENTS_OF_AN_ADDRESS) return beyond(all.until - now);
      const client = hashOf(clientId);
      const own = current(all.clients, client, now);
      if (own.attempts >= most) return beyond(own.until - now);
      own.attempts += 1;
      all.attempts += 1;
      const keys = [`login/${client}/${from}`, `login/${from}`] as const;
      const together = await Promise.all(keys.map((key) => cache.increment(key, WINDOW))).catch(() => undefined);
      const [ofClient = 0, ofAddress = 0] = together ?? [];
      // Other attempts used up the limit: later ones end here without the cache.
      if (ofAddress > most * CLIENTS_OF_AN_ADDRESS) return full(all, most * CLIENTS_OF_AN_ADDRESS, now);
      if (ofClient > most) return full(own, most, now);
      return {
        over: undefined,
        succeeded: async () => {
          own.attempts -= 1;
          all.attempts -= 1;
          if (own.attempts === 0 && all.clients.get(client) === own) all.clients.delete(client);
          if (together !== undefined) await Promise.all(keys.map((key) => cache.decrement(key))).catch(() => undefined);
        },
      };
    },
  };
}

function full(seen: Seen, most: number, now: number): LoginAttempt {
  seen.attempts = Math.max(seen.attempts, most);
  return beyond(seen.until - now);
}

/** An attempt over the limit: neither its success nor its failure changes a count. */
function beyond(over: number): LoginAttempt {
  return { over, succeeded: async () => undefined };
}

/** The record of an address. A record in its window is never evicted for a new one. */
function createAddresses(): (from: string, now: number) => SeenFrom {
  const addresses = new Map<string, SeenFrom>();
  let swept = 0;
  const sweep = (now: number): void => {
    if (now - swept < WINDOW / 60) return;
    swept = now;
    for (const [from, seen] of addresses) if (ended(seen, now)) addresses.delete(from);
  };
  return (from, now) => {
    if (!addresses.has(from) && addresses.size >= MAX_ADDRESSES) sweep(now);
    const key = addresses.has(from) || addresses.size < MAX_ADDRESSES ? from : SHARED;
    const known = addresses.get(key);
    if (known !== undefined && known.until > now) return known;
    // The windows of its clients end independently.
    const clients = new Map([...(known?.clients ?? [])].filter(([, seen]) => seen.until > now));
    const seen = { attempts: 0, until: now + WINDOW, clients };
    addresses.set(key, seen);
    return seen;
  };
}

function ended(seen: SeenFrom, now: number): boolean {
  return seen.until <= now && [...seen.clients.values()].every(({ until }) => until <= now);
}

function current(clients: Map<string, Seen>, key: string, now: number): Seen {
  const known = clients.get(key);
  if (known !== undefined && known.until > now) return known;
  const seen = { attempts: 0, until: now + WINDOW };
  clients.set(key, seen);
  return seen;
}
