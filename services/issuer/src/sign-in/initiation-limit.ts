/**
 * Bounds the sessions that wallets start without an offer. No backend has requested them and no user has signed in, so
 * a flood of them must neither fill the store nor keep other wallets out.
 */
import { limitKey } from '@countersign/shared/http/client-address';
import { createFairShare } from '@countersign/shared/http/server/fair-share';
import type { Clock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';

/** Takes a slot for a new session. @throws ProtocolError `rate_limited` */
export type InitiationLimit = (address: string | undefined) => void;

/** Places of one process. */
const ROOM = 10_000;

/**
 * Each session uses a slot for its first life, signed in or not. An address receives a fair share of the free slots.
 * @param life milliseconds until a session ends that no browser continues
 */
export function createInitiationLimit({
  clock,
  life,
  room = ROOM,
}: {
  readonly clock: Clock;
  readonly life: number;
  readonly room?: number;
}): InitiationLimit {
  const share = createFairShare(room);
  // All sessions have the same lifetime, so the first one expires first.
  const held: { readonly until: number; readonly release: () => void }[] = [];
  let ended = 0;
  return (address) => {
    const now = clock();
    for (; (held[ended]?.until ?? Number.POSITIVE_INFINITY) <= now; ended += 1) held[ended]?.release();
    if (ended >= room) {
      held.splice(0, ended);
      ended = 0;
    }
    const release = share.take(address === undefined ? undefined : limitKey(address));
    if (release === undefined) {
      const retryAfterSeconds = Math.ceil(life / 1000);
      const headers = { 'retry-after': String(retryAfterSeconds) };
      throw new ProtocolError('rate_limited', 'Too many sign-ins are open', {
        headers,
        reason: 'sign_ins_open',
        facts: { retryAfterSeconds, most: room },
      });
    }
    held.push({ until: now + life, release });
  };
}
