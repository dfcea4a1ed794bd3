/**
 * Waiters of one tenant, served in turn between the addresses that they come from. Waiters of one address: first come,
 * first served.
 */

export interface FairQueue<W> {
  readonly length: number;
  push(from: string, waiter: W): void;
  /** The one whose turn is next. */
  first(): W | undefined;
  /** Takes the first one out. */
  shift(): W | undefined;
  /**
   * Removes the newest waiter of the address that has the most.
   * @returns undefined if `from` has as many: then its new waiter is one too many
   */
  makeRoom(from: string): W | undefined;
}

export function createFairQueue<W>(): FairQueue<W> {
  /** By address, in the order of turns. No list is empty. */
  const waiting = new Map<string, W[]>();
  let length = 0;
  const remove = (from: string, take: (own: W[]) => W | undefined): W | undefined => {
    const own = waiting.get(from) ?? [];
    const taken = take(own);
    if (taken !== undefined) length -= 1;
    if (own.length === 0) waiting.delete(from);
    return taken;
  };
  return {
    get length() {
      return length;
    },
    push: (from, waiter) => {
      const own = waiting.get(from) ?? [];
      own.push(waiter);
      waiting.set(from, own);
      length += 1;
    },
    first: () => waiting.values().next().value?.[0],
    shift: () => {
      const [from, own] = waiting.entries().next().value ?? [];
      if (from === undefined || own === undefined) return undefined;
      const taken = remove(from, () => own.shift());
      // Its next one waits until the other addresses had their turn.
      waiting.delete(from);
      if (own.length > 0) waiting.set(from, own);
      return taken;
    },
    makeRoom: (from) => {
      const [largest] = [...waiting].sort(([, one], [, other]) => other.length - one.length);
      if (largest === undefined || largest[1].length <= (waiting.get(from)?.length ?? 0)) return undefined;
      return remove(largest[0], (own) => own.pop());
    },
  };
}
