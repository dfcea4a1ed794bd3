/** Reasons of refusals: request objects and presentations. */
import { presentedCredentialReasons } from './presented-credential-reasons.ts';
import type { ReasonEntries } from './reason.ts';
import { requestObjectReasons } from './request-object-reasons.ts';
import { responseReasons } from './response-reasons.ts';

export const presentationReasons = {
  ...requestObjectReasons,
  ...responseReasons,
  ...presentedCredentialReasons,
} as const satisfies ReasonEntries;
