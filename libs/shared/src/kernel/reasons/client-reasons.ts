/** Reasons of refusals: client authentication: assertions and attestations. */
import type { ReasonEntries } from './reason.ts';

export const clientReasons = {} as const satisfies ReasonEntries;
