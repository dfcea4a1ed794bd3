/** Reasons of refusals: DPoP proofs. */
import type { ReasonEntries } from './reason.ts';

export const dpopReasons = {} as const satisfies ReasonEntries;
