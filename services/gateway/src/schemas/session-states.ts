/** Every state of a session, and what it means to a backend. */
import type { IssuanceState } from '@countersign/shared/model/session/issuance-part';
import type { PresentationState } from '@countersign/shared/model/session/presentation-part';
import type { SessionStatus } from '@countersign/shared/model/session/sessions';

export const issuanceStates: Readonly<Record<IssuanceState, string>> = {
  created: 'The offer is open, and no wallet has started',
  pushed: 'A wallet has pushed its authorization request',
  presentation_required: 'The wallet must present a credential first',
  authorized: 'The wallet has an authorization code',
  token_issued: 'The wallet has an access token',
  issued: 'Credentials were sent. The wallet has not sent a notification about them',
  completed: 'The wallet has accepted the credentials',
  exhausted: 'Every redemption of the offer has received a token, each in its own session',
  failed: 'The issuance has ended without a credential in the wallet. `error` shows why',
  expired: 'The offer, or a later step, has expired',
};

export const presentationStates: Readonly<Record<PresentationState, string>> = {
  created: 'The request is open; no wallet has fetched it',
  requested: 'A wallet has fetched the request',
  verified: 'The presentation is verified. `credentials` has the presented claims',
  rejected: 'The request has ended without a presentation. `error` shows why',
  expired: 'No wallet responded in time',
};

/** Every value of a session's `status`, each once. */
export const sessionStatuses: readonly SessionStatus[] = [
  ...new Set([...Object.keys(issuanceStates), ...Object.keys(presentationStates)] as SessionStatus[]),
];
