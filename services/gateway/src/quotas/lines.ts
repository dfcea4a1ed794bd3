/** The calls of each tenant and kind that are under way, and those that wait, in lines. */
import type { Clock } from '@countersign/shared/kernel/clock';
import type { FairQueue } from './fair-queue.ts';

/** Milliseconds after its last call in which another tenant counts as calling. */
const ACTIVE_FOR = 1000;
/**
 * Milliseconds after which a call that is under way gives its place to the next one: it waits for another host, such as a webhook,
 * and needs no CPU.
 */
const PLACE_FOR = 500;

/** A call that is under way. */
export interface Place {
  readonly at: number;
}

/** The calls of one tenant and kind. */
export interface Line<W> {
  readonly key: string;
  readonly tenant: string;
  /** Oldest first. */
  readonly places: Set<Place>;
  /** Undefined while none waits. */
  waiters: FairQueue<W> | undefined;
  /** Milliseconds: the last begin of a call that had waited. */
  begunAt: number;
}

export interface Lines<W> {
  /** The line of a tenant and kind, without places that are overdue. */
  of(tenant: string, kind: string): Line<W>;
  /** Takes a place, to be left at the end of the call. */
  begin(line: Line<W>): Place;
  leave(line: Line<W>, place: Place): void;
  /** Whether a call of another tenant is under way which keeps nothing waiting. */
  isOtherUnderWay(tenant: string): boolean;
}

export function createLines<W>(clock: Clock): Lines<W> {
  const lines = new Map<string, Line<W>>();
  const leave = (line: Line<W>, place: Place): void => {
    line.places.delete(place);
    // The line of this key may be another one by now, where the places of this one had been given away.
    if (line.places.size === 0 && line.waiters === undefined && lines.get(line.key) === line) lines.delete(line.key);
  };
  const leaveOverdue = (line: Line<W>): void => {
    for (const place of line.places) {
      if (clock() - place.at < PLACE_FOR) return;
      leave(line, place);
    }
  };
  return {
    leave,
    of: (tenant, kind) => {
      const key = `${kind}/${tenant}`;
      const line = lines.get(key) ?? { key, tenant, places: new Set(), waiters: undefined, begunAt: 0 };
      leaveOverdue(line);
      return line;
    },
    begin: (line) => {
      const place: Place = { at: clock() };
      line.places.add(place);
      lines.set(line.key, line);
      return place;
    },
    isOtherUnderWay: (tenant) => {
      for (const line of lines.values()) {
        if (line.tenant === tenant || line.waiters !== undefined) continue;
        leaveOverdue(line);
        if (line.places.size > 0) return true;
      }
      return false;
    },
  };
}

/** Whether no tenant but this one has called lately; with `calls` it does so now. */
export function createAlone(clock: Clock): (tenant: string, calls?: boolean) => boolean {
  let last = { tenant: '', at: Number.NEGATIVE_INFINITY };
  /** The last call of a tenant other than that of `last`. */
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
