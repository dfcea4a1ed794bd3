/**
 * Concurrent calls of a tenant in this process. While other tenants call too, a tenant has a few calls under way, and
 * its others wait for a slot, after they are read and before any work is done for them: if the CPU is short, a tenant
 * with many calls delays only its own. Its addresses take turns, so one with many calls delays only its own, too. A
 * tenant without competitors has no limit.
 */
import type { Clock } from '@countersign/shared/kernel/clock';
import { createFairQueue } from './fair-queue.ts';
import { createAlone, createTenantQueues, type TenantQueue } from './tenant-queues.ts';

/**
 * Milliseconds: while a call of a tenant without waiting calls is under way, a tenant with waiting calls starts one in
 * this time; otherwise, as many as it may. So it always has two hundred calls a second.
 */
const YIELD_FOR = 5;
/** Milliseconds that a call waits at most. */
const PATIENCE = 10_000;
/** Waiting calls of a tenant, each with its own connection. */
const MAX_WAITING = 1000;

/** Why a call receives no slot. */
export type NoSlot = 'queue' | 'patience' | 'gone';

export interface SlotRequest {
  readonly tenant: string;
  /** Calls of one kind may cause calls of another kind, which then must not wait for them. */
  readonly kind: string;
  /** Calls under way; 0 for no limit. */
  readonly most: number;
  /** Address of the caller: see `limitKey`. */
  readonly from: string;
  /** Whether the caller has left meanwhile. */
  readonly gone: () => boolean;
}

export interface CallSlots {
  /** Resolves when the call may start, with a function to call once at its end; or with the reason why it may not. */
  enter(of: SlotRequest): Promise<(() => void) | NoSlot>;
  /** Calls that wait. */
  waiting(): number;
}

interface CallSlotsParts {
  readonly clock: Clock;
  /** Runs a function after pending events. Default: `setImmediate`. */
  readonly later?: (next: () => void) => void;
  /** Runs a function after the milliseconds; default an unreferenced `setTimeout`. */
  readonly after?: (milliseconds: number, next: () => void) => void;
}

interface Waiter {
  readonly of: SlotRequest;
  readonly at: number;
  readonly begin: (result: (() => void) | NoSlot) => void;
}

export function createCallSlots({ clock, later = setImmediate, after = quietTimeout }: CallSlotsParts): CallSlots {
  const queues = createTenantQueues<Waiter>(clock);
  const isAlone = createAlone(clock);
  /** The queues with waiters, in turn. */
  const queued = new Set<TenantQueue<Waiter>>();
  const mayBegin = ({ tenant, kind, most }: SlotRequest): boolean => {
    if (isAlone(tenant)) return true;
    const { slots, begunAt } = queues.of(tenant, kind);
    return slots.size < most && (clock() - begunAt >= YIELD_FOR || !queues.isOtherUnderWay(tenant));
  };
  const advance = (): void => {
    giveSlots(queued, (queue) => takeFirst(queue, { clock, mayBegin, begin }));
    if (queued.size > 0) inAWhile(advance);
  };
  const soon = once(later);
  const inAWhile = once((next) => after(YIELD_FOR, next));
  const begin = (queue: TenantQueue<Waiter>): (() => void) => {
    const slot = queues.begin(queue);
    return () => {
      queues.leave(queue, slot);
      if (queued.size > 0) soon(advance);
    };
  };
  return {
    waiting: () => [...queued].reduce((sum, { waiters }) => sum + (waiters?.length ?? 0), 0),
    enter: (of) => {
      const alone = isAlone(of.tenant, true);
      if (of.most === 0) return Promise.resolve(() => undefined);
      const queue = queues.of(of.tenant, of.kind);
      if (queue.waiters === undefined && (alone || queue.slots.size < of.most)) return Promise.resolve(begin(queue));
      queue.waiters ??= createFairQueue();
      const { waiters } = queue;
      if (waiters.length >= MAX_WAITING) {
        const crowding = waiters.makeRoom(of.from);
        if (crowding === undefined) return Promise.resolve('queue');
        crowding.begin('queue');
      }
      return new Promise((resolve) => {
        waiters.push(of.from, { of, at: clock(), begin: resolve });
        queued.add(queue);
        soon(advance);
      });
    },
  };
}

/** Starts one call per queue, round after round, until none may start. A queue that started one moves to the end. */
function giveSlots(queued: Set<TenantQueue<Waiter>>, take: (queue: TenantQueue<Waiter>) => boolean): void {
  for (let taken = true; taken; ) {
    taken = false;
    for (const queue of [...queued]) {
      if (!take(queue)) continue;
      taken = true;
      queued.delete(queue);
      if (queue.waiters !== undefined) queued.add(queue);
    }
  }
}

/** Starts or refuses a queue's first call. @returns false if it keeps waiting */
function takeFirst(
  queue: TenantQueue<Waiter>,
  parts: {
    readonly clock: Clock;
    readonly mayBegin: (of: SlotRequest) => boolean;
    readonly begin: (queue: TenantQueue<Waiter>) => () => void;
  },
): boolean {
  const { waiters } = queue;
  const next = waiters?.first();
  if (waiters === undefined || next === undefined) return false;
  const now = parts.clock();
  const refused = next.of.gone() ? 'gone' : now - next.at >= PATIENCE ? 'patience' : undefined;
  if (refused === undefined && !parts.mayBegin(next.of)) return false;
  waiters.shift();
  if (waiters.length === 0) queue.waiters = undefined;
  if (refused === undefined) queue.begunAt = now;
  next.begin(refused ?? parts.begin(queue));
  return true;
}

/** Plans a function once, until it has run. */
function once(run: (next: () => void) => void): (next: () => void) => void {
  let planned = false;
  return (next) => {
    if (planned) return;
    planned = true;
    run(() => {
      planned = false;
      next();
    });
  };
}

function quietTimeout(milliseconds: number, next: () => void): void {
  setTimeout(next, milliseconds).unref();
}
