/** Reasons of refusals: offers and metadata. */
import type { ReasonEntries } from './reason.ts';

export const offerReasons = {} as const satisfies ReasonEntries;
