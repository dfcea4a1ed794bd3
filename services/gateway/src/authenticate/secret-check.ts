/**
 * Checks a client's secret. A refusal costs one slow hash, for an unknown client as for a wrong secret. The right
 * secret usually costs none: it is compared with the plain secret if that is known, or with a cached keyed hash of the
 * last right one. So it is accepted even under a flood of wrong secrets.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Cache } from '@countersign/shared/cache/port';
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import { createFairShare } from '@countersign/shared/http/server/fair-share';
import type { Clock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type Random, randomId } from '@countersign/shared/kernel/random';
import type { Client } from './client.ts';
import { hashSecret, sameSecret, secretMatches } from './client-secret.ts';

/** At most this many concurrent slow hashes. They take threads and memory that the rest of the process needs too. */
const AT_ONCE = 2;
/** At most this many queued checks, shared fairly among addresses. */
const MAX_WAITING = 256;
/** Slow hashes per minute for attempts over their limit, in all processes together: in all, and per address. */
const OVER_LIMIT = 60;
const OVER_LIMIT_OF_AN_ADDRESS = 6;
const MINUTE = 60_000;

export interface SecretAttempt {
  readonly client: Client | undefined;
  readonly secret: string;
  /** Key of the address that pays for the attempt. */
  readonly from: string;
  /** The attempt exceeds its limit. */
  readonly limited: boolean;
}

/** @throws ProtocolError `rate_limited` if the budget for such attempts is used up */
export type SecretCheck = (attempt: SecretAttempt) => Promise<boolean>;

interface SecretCheckParts {
  readonly random: Random;
  readonly clock: Clock;
  readonly cache: Pick<Cache, 'increment'>;
  /** The slow comparison of a secret with its hash. */
  readonly matches?: typeof secretMatches;
}

export function createSecretCheck({ random, clock, cache, matches = secretMatches }: SecretCheckParts): SecretCheck {
  const decoy = hashSecret(randomId(random), random);
  const secrets = createSecretCache(random(32));
  const budget = createBudget(clock, cache);
  const atOnce = createQueue();
  return async ({ client, secret, from, limited }) => {
    const { kind, stored } = client?.secret ?? { kind: 'scrypt', stored: '' };
    const isKnown = (): boolean =>
      kind === 'plain' ? sameSecret(secret, stored) : secrets.has(client?.id ?? '', stored, secret);
    if (isKnown() && client !== undefined) return true;
    if (limited && !(await budget(from))) throw tooMany(MINUTE);
    const hash = client === undefined || kind === 'plain' ? await decoy : stored;
    // A concurrent request may have verified the same secret while this one waited.
    const right = await atOnce(from, async () => isKnown() || matches(secret, hash));
    if (client === undefined || kind === 'plain' || !right) return false;
    secrets.keep(client.id, stored, secret);
    return true;
  };
}

/** Caches the last right secret of each client, as a hash under a key of this process. */
function createSecretCache(key: Buffer): {
  has(id: string, stored: string, secret: string): boolean;
  keep(id: string, stored: string, secret: string): void;
} {
  const proofs = new Map<string, Buffer>();
  // The stored hash is part of the input: when it changes, the cached secret no longer matches.
  const proofOf = (stored: string, secret: string): Buffer => hmacSha256(key, `${stored.length}:${stored}${secret}`);
  const none = Buffer.alloc(32);
  return {
    has: (id, stored, secret) => timingSafeEqual(proofOf(stored, secret), proofs.get(id) ?? none),
    keep: (id, stored, secret) => void proofs.set(id, proofOf(stored, secret)),
  };
}

/** Whether the budget of this minute allows one more slow hash over the limit. */
function createBudget(clock: Clock, cache: Pick<Cache, 'increment'>): (from: string) => Promise<boolean> {
  let minute = 0;
  let spent = 0;
  const spentBy = new Map<string, number>();
  return async (from) => {
    const now = Math.floor(clock() / MINUTE);
    if (now !== minute) {
      minute = now;
      spent = 0;
      spentBy.clear();
    }
    const own = spentBy.get(from) ?? 0;
    if (spent >= OVER_LIMIT || own >= OVER_LIMIT_OF_AN_ADDRESS) return false;
    spent += 1;
    spentBy.set(from, own + 1);
    const keys = [`login-over/${now}`, `login-over/${now}/${from}`];
    // Without the cache the budget of this process applies.
    const [all = 0, ofAddress = 0] = await Promise.all(keys.map((key) => cache.increment(key, MINUTE))).catch(() => []);
    return all <= OVER_LIMIT && ofAddress <= OVER_LIMIT_OF_AN_ADDRESS;
  };
}

/** Runs a limited number of checks concurrently. The others wait in order. */
function createQueue(): <T>(from: string, act: () => Promise<T>) => Promise<T> {
  const places = createFairShare(AT_ONCE + MAX_WAITING);
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (from, act) => {
    const leave = places.take(from);
    if (leave === undefined) throw tooMany(1000);
    if (running === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await act();
    } finally {
      leave();
      const next = waiting.shift();
      // The next waiting check takes the slot.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** @param milliseconds until the next attempt is accepted */
export function tooMany(milliseconds: number): ProtocolError {
  const retryAfterSeconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new ProtocolError('rate_limited', 'Too many failed logins; try again later', {
    reason: 'rate_limited',
    facts: { detail: 'logins', retryAfterSeconds },
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}
