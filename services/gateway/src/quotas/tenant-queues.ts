/** Each tenant's calls by kind: calls under way, each in a slot, and waiting calls, in a queue. */
import type { Clock } from '@countersign/shared/kernel/clock';
import type { FairQueue } from './fair-queue.ts';

/** Milliseconds after its last call for which another tenant is treated as active. */
const ACTIVE_FOR = 1000;
/**
 * Milliseconds after which a call that is under way passes its slot on: it waits for another host, such as a webhook,
 * and needs no CPU.
 */
const SLOT_FOR = 500;

/** A call that is under way. */
export interface Slot {
  readonly at: number;
}

/** The calls of one tenant and kind. */
export interface TenantQueue<W> {
  readonly key: string;
  readonly tenant: string;
  /** Oldest first. */
  readonly slots: Set<Slot>;
  /** Undefined while none waits. */
  waiters: FairQueue<W> | undefined;
  /** Milliseconds: when a call that had waited last started. */
  begunAt: number;
}

export interface TenantQueues<W> {
  /** The queue of a tenant and kind, without slots that are overdue. */
  of(tenant: string, kind: string): TenantQueue<W>;
  /** Takes a slot. Leave it at the end of the call. */
  begin(queue: TenantQueue<W>): Slot;
  leave(queue: TenantQueue<W>, slot: Slot): void;
  /** Whether another tenant without waiting calls has a call under way. */
  isOtherUnderWay(tenant: string): boolean;
}

export function createTenantQueues<W>(clock: Clock): TenantQueues<W> {
  const queues = new Map<string, TenantQueue<W>>();
  const leave = (queue: TenantQueue<W>, slot: Slot): void => {
    queue.slots.delete(slot);
    // This key may have a new queue by now, if the slots of this one had been passed on.
    const empty = queue.slots.size === 0 && queue.waiters === undefined;
    if (empty && queues.get(queue.key) === queue) queues.delete(queue.key);
  };
  const leaveOverdue = (queue: TenantQueue<W>): void => {
    for (const slot of queue.slots) {
      if (clock() - slot.at < SLOT_FOR) return;
      leave(queue, slot);
    }
  };
  return {
    leave,
    of: (tenant, kind) => {
      const key = `${kind}/${tenant}`;
      const queue = queues.get(key) ?? { key, tenant, slots: new Set(), waiters: undefined, begunAt: 0 };
      leaveOverdue(queue);
      return queue;
    },
    begin: (queue) => {
      const slot: Slot = { at: clock() };
      queue.slots.add(slot);
      queues.set(queue.key, queue);
      return slot;
    },
    isOtherUnderWay: (tenant) => {
      for (const queue of queues.values()) {
        if (queue.tenant === tenant || queue.waiters !== undefined) continue;
        leaveOverdue(queue);
        if (queue.slots.size > 0) return true;
      }
      return false;
    },
  };
}

/** Whether no tenant but this one has called lately; with `calls` it does so now. */
export function createAlone(clock: Clock): (tenant: string, calls?: boolean) => boolean {
  let last = { tenant: '', at: Number.NEGATIVE_INFINITY };
  /** The last call of a tenant other than `last`. */
  let before = last;
  return (tenant, calls = false) => {
    const now = clock();
    if (calls) {
      if (last.tenant !== tenant) before = last;
      last = { tenant, at: now };
    }
    const other = last.tenant === tenant ? before : last;
    return now - other.at >= ACTIVE_FOR;
  };
}
