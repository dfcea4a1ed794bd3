/** Reasons of refusals: PAR, authorize and challenge. */
import type { ReasonEntries } from './reason.ts';

export const authorizationReasons = {} as const satisfies ReasonEntries;
