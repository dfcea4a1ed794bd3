/** Random numbers from a seed: the same seed gives the same run. */

/** Numbers from 0 to below 1. */
export type RandomNumbers = () => number;

/** A generator by the algorithm mulberry32. @param seed an integer */
export function seededNumbers(seed: number): RandomNumbers {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A time between two arrivals that do not depend on each other. @param mean of all times */
export function exponential(mean: number, next: RandomNumbers): number {
  return -mean * Math.log(1 - next());
}

/** A time of service: half of it is certain, and the other half differs from one to the next. @param mean of all times */
export function serviceTime(mean: number, next: RandomNumbers): number {
  return mean / 2 + exponential(mean / 2, next);
}
