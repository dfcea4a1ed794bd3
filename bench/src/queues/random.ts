/** Random times of a simulation, from numbers that a seed repeats. */

/** Numbers from 0 to below 1. */
export type RandomNumbers = () => number;

/** A time between two arrivals that do not depend on each other. @param mean of all times */
export function exponential(mean: number, next: RandomNumbers): number {
  return -mean * Math.log(1 - next());
}

/** A time of service: half of it is certain, and the other half differs from one to the next. @param mean of all times */
export function serviceTime(mean: number, next: RandomNumbers): number {
  return mean / 2 + exponential(mean / 2, next);
}
