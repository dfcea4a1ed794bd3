/** Reasons of refusals: the management interface. */
import type { ReasonEntries } from './reason.ts';

export const managementReasons = {} as const satisfies ReasonEntries;
