/** A shared capacity that no single holder can exhaust. */

export interface FairShare {
  /**
   * Takes one unit.
   * @param key the holder; undefined: it stands for many holders, so only the whole capacity limits it
   * @returns a function that releases the unit, once; undefined if none is free
   */
  take(key: string | undefined, amount?: number): (() => void) | undefined;
}

/** The fraction of the free capacity that one holder may take. A single holder gets about a sixth of the whole. */
const PART = 1 / 4;
/**
 * The part of the capacity reserved for small holders, and the maximum size of a small holder, both as fractions of the
 * capacity.
 */
const KEPT = 1 / 8;
const LITTLE = 1 / 512;

/**
 * Each holder may take at most a fraction of what is still free (dynamic thresholds, Choudhury and Hahne 1998): a
 * single one receives a good share, several receive less each, and an eighth is reserved for small holders.
 * @param room the capacity, in units
 */
export function createFairShare(room: number): FairShare {
  const heldBy = new Map<string, number>();
  let held = 0;
  const hold = (key: string, amount: number): void => {
    const now = (heldBy.get(key) ?? 0) + amount;
    if (now === 0) heldBy.delete(key);
    else heldBy.set(key, now);
  };
  const mayHave = (own: number, amount: number): boolean =>
    // A new holder's first unit only has to fit into the whole capacity.
    own === 0 || own + amount <= room * LITTLE || own + amount <= (room * (1 - KEPT) - held) * PART;
  return {
    take(key, amount = 1) {
      if (held + amount > room) return undefined;
      if (key !== undefined && !mayHave(heldBy.get(key) ?? 0, amount)) return undefined;
      held += amount;
      if (key !== undefined) hold(key, amount);
      let given = false;
      return () => {
        if (given) return;
        given = true;
        held -= amount;
        if (key !== undefined) hold(key, -amount);
      };
    },
  };
}
