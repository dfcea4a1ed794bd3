/** Room that many share, of which one can never take so much that nothing is left for the others. */

export interface FairShare {
  /**
   * Takes room for one of them.
   * @param key who takes it; undefined: taken for many, so only the room as a whole bounds it
   * @returns gives the room back, once; undefined where there is none
   */
  take(key: string | undefined, amount?: number): (() => void) | undefined;
}

/** Of the room that is still free for it, the part that one may hold: alone, it gets about a sixth of all. */
const PART = 1 / 4;
/** Part of the room that is kept for those who hold little, and what is little: a part of the room, too. */
const KEPT = 1 / 8;
const LITTLE = 1 / 512;

/**
 * Each may hold at most a part of what is still free (dynamic thresholds, Choudhury and Hahne 1998): one alone gets a good
 * share, several get less each, and an eighth is left for those who hold little.
 * @param room what there is to share
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
    // The first of a newcomer is bounded by the room alone.
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
