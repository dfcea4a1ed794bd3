/** @returns whole milliseconds, rounded up. @throws RangeError if it is not a positive number */
export function wholeLifetime(ttl: number): number {
  if (!(ttl > 0 && Number.isFinite(ttl))) throw new RangeError('A lifetime is a positive number of milliseconds');
  return Math.ceil(ttl);
}
