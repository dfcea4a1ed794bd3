/** Every state of a session, and what it means to a backend. */
import type { IssuanceState } from '@countersign/shared/model/session/issuance-part';
import type { PresentationState } from '@countersign/shared/model/session/presentation-part';
import type { SessionStatus } from '@countersign/shared/model/session/sessions';

export const issuanceStates: Readonly<Record<IssuanceState, string>> = {
  created: 'The offer is open; no wallet has begun',
  pushed: 'A wallet has pushed its authorization request',
  presentation_required: 'The wallet has to present a credential first',
  authorized: 'The wallet has an authorization code',
  token_issued: 'The wallet has an access token',
  issued: 'Credentials have left; the wallet has not said what became of them',
  completed: 'The wallet has accepted the credentials',
  exhausted: 'Every redemption of the offer has led to a token, each in a session of its own',
  failed: 'The issuance has ended without a credential in the wallet; `error` says why',
  expired: 'The time of the offer, or of what followed it, is over',
};

export const presentationStates: Readonly<Record<PresentationState, string>> = {
  created: 'The request is open; no wallet has fetched it',
  requested: 'A wallet has fetched the request',
  verified: 'The presentation is verified; `credentials` has what was presented',
  rejected: 'The request has ended without a presentation; `error` says why',
  expired: 'No wallet answered in time',
};

/** Every value of a session's `status`, each once. */
export const sessionStatuses: readonly SessionStatus[] = [
  ...new Set([...Object.keys(issuanceStates), ...Object.keys(presentationStates)] as SessionStatus[]),
];
