/**
 * Whether a client's secret is right. A refusal costs the same whether the client is unknown or the secret is wrong: one
 * slow hash. The right one mostly costs none: it is compared in clear where it is known in clear, and with a keyed hash in
 * memory where it was right before. So it passes whatever wrong ones arrive beside it.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createFairShare } from '@countersign/shared/http/fair-share';
import type { Clock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type Random, randomId } from '@countersign/shared/kernel/random';
import { hashSecret, sameSecret, secretMatches } from './client-secret.ts';
import type { Client } from './clients.ts';

/** Slow hashes at once; they take threads and memory that the rest of the process needs too. */
const AT_ONCE = 2;
/** Checks that may wait for a thread, shared fairly among addresses. */
const MOST_WAITING = 256;
/** Slow hashes a minute for attempts over their limit: over all, and for one address. */
const OVER_LIMIT = 60;
const OVER_LIMIT_OF_AN_ADDRESS = 6;
const MINUTE = 60_000;

export interface SecretAttempt {
  readonly client: Client | undefined;
  readonly secret: string;
  /** Whom the cost is counted for: the key of an address. */
  readonly from: string;
  /** The attempt is over its limit. */
  readonly limited: boolean;
}

/** @throws ProtocolError `rate_limited` where the check would cost more than this process spends on such attempts */
export type SecretCheck = (attempt: SecretAttempt) => Promise<boolean>;

interface SecretCheckParts {
  readonly random: Random;
  readonly clock: Clock;
  /** The slow comparison of a secret with its hash. */
  readonly matches?: typeof secretMatches;
}

export function createSecretCheck({ random, clock, matches = secretMatches }: SecretCheckParts): SecretCheck {
  const decoy = hashSecret(randomId(random), random);
  const remembered = createRemembered(random(32));
  const budget = createBudget(clock);
  const atOnce = createQueue();
  return async ({ client, secret, from, limited }) => {
    const { kind, stored } = client?.secret ?? { kind: 'scrypt', stored: '' };
    const isKnown = (): boolean =>
      kind === 'plain' ? sameSecret(secret, stored) : remembered.has(client?.id ?? '', stored, secret);
    if (isKnown() && client !== undefined) return true;
    if (limited && !budget(from)) throw tooMany(MINUTE);
    const hash = client === undefined || kind === 'plain' ? await decoy : stored;
    // Another request may have shown it right while this one waited.
    const right = await atOnce(from, async () => isKnown() || matches(secret, hash));
    if (client === undefined || kind === 'plain' || !right) return false;
    remembered.keep(client.id, stored, secret);
    return true;
  };
}

/** The last right secret of each client, as a hash under a key that ends with the process. */
function createRemembered(key: Buffer): {
  has(id: string, stored: string, secret: string): boolean;
  keep(id: string, stored: string, secret: string): void;
} {
  const proofs = new Map<string, Buffer>();
  // With the stored hash: when that changes, the old secret is forgotten.
  const proofOf = (stored: string, secret: string): Buffer =>
    createHmac('sha256', key).update(`${stored.length}:${stored}${secret}`).digest();
  const none = Buffer.alloc(32);
  return {
    has: (id, stored, secret) => timingSafeEqual(proofOf(stored, secret), proofs.get(id) ?? none),
    keep: (id, stored, secret) => void proofs.set(id, proofOf(stored, secret)),
  };
}

/** Whether one more slow hash over the limit is affordable in this minute. */
function createBudget(clock: Clock): (from: string) => boolean {
  let minute = 0;
  let spent = 0;
  const spentBy = new Map<string, number>();
  return (from) => {
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
    return true;
  };
}

/** Runs few at once; the others wait in their order. */
function createQueue(): <T>(from: string, act: () => Promise<T>) => Promise<T> {
  const places = createFairShare(AT_ONCE + MOST_WAITING);
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
      // The place is handed on.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/** @param milliseconds until another try makes sense */
export function tooMany(milliseconds: number): ProtocolError {
  return new ProtocolError('rate_limited', 'Too many failed logins; try again later', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))) },
  });
}
