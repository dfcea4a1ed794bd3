/** Random decisions that a seed repeats. */

/** A number from 0 to below 1. */
export type Dice = () => number;

/** Mulberry32. */
export function seeded(seed: number): Dice {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the items. */
export function pick<T>(dice: Dice, items: readonly T[]): T {
  const item = items[Math.floor(dice() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from');
  return item;
}
