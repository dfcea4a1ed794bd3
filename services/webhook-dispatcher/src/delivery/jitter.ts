/** Random delays, so that the deliveries of one target spread out. */
import type { DispatcherPlatform } from '../sending/dispatcher-platform.ts';

/** Delays a time (milliseconds) by up to a quarter of the remaining pause. */
export function spread(platform: Pick<DispatcherPlatform, 'clock' | 'random'>, time: number): number {
  return time + Math.floor(chance(platform) * Math.max((time - platform.clock()) / 4, 1));
}

/** At least 0, less than 1. */
export function chance({ random }: Pick<DispatcherPlatform, 'random'>): number {
  return random(4).readUInt32BE() / 2 ** 32;
}
