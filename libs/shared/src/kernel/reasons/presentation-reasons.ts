/** Reasons of refusals: request objects and presentations. */
import type { ReasonEntries } from './reason.ts';

export const presentationReasons = {} as const satisfies ReasonEntries;
