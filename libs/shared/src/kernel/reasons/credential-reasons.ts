/** Reasons of refusals: the credential, deferred credential and notification endpoints. */
import type { ReasonEntries } from './reason.ts';

export const credentialReasons = {} as const satisfies ReasonEntries;
