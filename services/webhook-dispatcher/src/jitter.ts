/** Chance in the times of deliveries, so that those of one target do not come together. */
import type { DispatcherPlatform } from './dispatcher-platform.ts';

/** A time up to a quarter of the remaining pause later. Milliseconds. */
export function spread(platform: Pick<DispatcherPlatform, 'clock' | 'random'>, time: number): number {
  return time + Math.floor(chance(platform) * Math.max((time - platform.clock()) / 4, 1));
}

/** At least 0, less than 1. */
export function chance({ random }: Pick<DispatcherPlatform, 'random'>): number {
  return random(4).readUInt32BE() / 2 ** 32;
}
