/** The transitions by only the issuer's part: for tests in which the rest of the session decides nothing. */

import type {
  AuthorizationRequest,
  Grant,
  IssuancePart,
  IssuanceProgress,
  NotificationRecord,
  PresentationAttempt,
} from '@countersign/shared/model/session/issuance-part';
import type { RedemptionPlace } from '@countersign/shared/model/session/redemption-places';
import * as credentials from '../../src/credential/credential-transitions.ts';
import * as authorization from '../../src/session/authorization-transitions.ts';
import { endByTime, failIssuance } from '../../src/session/ending-transitions.ts';
import type { IssuanceSession, IssuanceTransition } from '../../src/session/issuance-transition.ts';
import type { PlaceRequest } from '../../src/session/redemption-transitions.ts';
import * as redemptions from '../../src/session/redemption-transitions.ts';
import * as token from '../../src/token/token-transitions.ts';
import { NOW, session } from './issuance-given.ts';

type Step = (session: IssuanceSession) => IssuanceTransition<unknown>;

function partAfter(part: IssuancePart, step: Step): IssuancePart {
  return step(session(part)).document.issuance;
}

function progressAfter(part: IssuancePart, step: Step): IssuanceProgress {
  return partAfter(part, step).progress;
}

export function push(part: IssuancePart, next: authorization.PushedRequest): IssuanceProgress {
  return progressAfter(part, (one) => authorization.pushRequest(one, next));
}

export interface Required {
  readonly request: AuthorizationRequest;
  readonly attempt: PresentationAttempt;
}

export function requirePresentation(part: IssuancePart, { request, attempt }: Required): IssuanceProgress {
  return progressAfter(part, (one) => authorization.requirePresentation(one, { request, begun: { attempt } }));
}

export function authorize(
  part: IssuancePart,
  input: authorization.RequestUri & authorization.NewCode,
): IssuanceProgress {
  return progressAfter(part, (one) => authorization.authorize(one, input));
}

export function authorizeAfterPresentation(
  part: IssuancePart,
  input: authorization.RequestUri,
  attempt: PresentationAttempt,
): IssuanceProgress {
  return progressAfter(part, (one) => authorization.authorizeAfterPresentation(one, input, { attempt }));
}

export function redeemCode(part: IssuancePart, redemption: token.CodeRedemption): IssuanceProgress {
  return progressAfter(part, (one) => token.redeemCode(one, redemption));
}

export function recordCodeReuse(part: IssuancePart, again: token.RepeatedCode): IssuanceProgress {
  return progressAfter(part, (one) => token.recordCodeReuse(one, again));
}

export function redeemPreAuthorizedCode(part: IssuancePart, codeHash: string, grant: Grant): IssuanceProgress {
  const redemption = { codeHash, txCodeHash: undefined, now: NOW, grant };
  return progressAfter(part, (one) => token.redeemPreAuthorizedCode(one, redemption));
}

export function fail(part: IssuancePart, reason: string): IssuancePart {
  return partAfter(part, (one) => failIssuance(one, { reason }));
}

/** The part after it expired. */
export function expire(part: IssuancePart): IssuancePart {
  return endByTime(session(part, { tidyAt: NOW - 1 }), NOW).document.issuance;
}

export function recordCredentials(part: IssuancePart, answered: credentials.Answered): IssuancePart {
  return partAfter(part, (one) => credentials.recordCredentials(one, answered));
}

export function deferRequest(part: IssuancePart, deferral: credentials.Deferral): IssuancePart {
  return partAfter(part, (one) => credentials.deferRequest(one, deferral));
}

export function recordNotification(part: IssuancePart, record: NotificationRecord): IssuancePart {
  return partAfter(part, (one) => credentials.recordNotification(one, record));
}

export function takePlace(
  part: IssuancePart,
  request: PlaceRequest,
): { readonly part: IssuancePart; readonly place: RedemptionPlace } {
  const { document, result } = redemptions.takePlace(session(part), request);
  return { part: document.issuance, place: result };
}

export function redeemPlace(part: IssuancePart, redemption: string): IssuancePart {
  return partAfter(part, (one) => redemptions.redeemPlace(one, redemption));
}

export function deliverDeferred(part: IssuancePart, answer: credentials.DeferredAnswer): IssuancePart {
  return partAfter(part, (one) => credentials.deliverDeferred(one, answer));
}
