/**
 * The state of a rotation: how many keys wait, when the next key signs, and how long the previous one is still
 * accepted. Pure.
 */
import type { Key } from './key.ts';

/** Milliseconds that a replaced private key is kept for requests created with it. */
const KEEP = 48 * 3_600_000;

export interface RotationState {
  /** Keys that wait for their certificates. */
  readonly waiting: number;
  /** When the next key starts to sign. */
  readonly nextFrom?: string;
  /** The previous key is accepted until then. */
  readonly previousUntil?: string;
}

/** @param keys oldest first @param now milliseconds */
export function rotationState(keys: readonly Key[], now: number): RotationState {
  const next = keys.find(({ state }) => state === 'pending');
  const active = keys.find(({ state }) => state === 'active');
  const until = active?.usedFrom === undefined ? 0 : Date.parse(active.usedFrom) + KEEP;
  const hasPrevious = keys.some(({ state, privateKey }) => state === 'retiring' && privateKey !== 'erased');
  return {
    waiting: keys.filter(({ state }) => state === 'requested').length,
    ...(next?.usedFrom === undefined ? {} : { nextFrom: next.usedFrom }),
    ...(hasPrevious && until > now ? { previousUntil: new Date(until).toISOString() } : {}),
  };
}
