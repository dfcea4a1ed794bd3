/** A challenge that needs a presentation starts an attempt. */

import type { InteractionDialect } from '@countersign/shared/model/session/issuance-part';
import { useProofs } from '../client/dpop/dpop-checks.ts';
import { authorizationRequest, type CheckedRequest } from '../client/wallet-parameters.ts';
import type { RequiredPresentation } from '../configuration/required-presentation.ts';
import { sessionToAuthorize } from '../offer/redemption-session.ts';
import { requirePresentation, unknownIssuerState } from '../session/authorization-transitions.ts';
import { changeIssuanceOnce } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import type { Begun } from './checks.ts';
import { type NewAttempt, newPresentationAttempt } from './presentation-attempt.ts';

export interface BegunPresentation extends NewAttempt {
  /** As stored with the attempt. */
  readonly session: IssuanceSession;
}

/**
 * Stores the request and starts an attempt for the holder of `auth_session`.
 * @param interaction set if the wallet returns the presentation with its `auth_session`
 * @throws ProtocolError `invalid_request` if no more attempts are allowed
 */
export async function beginPresentation(
  checked: Begun & CheckedRequest,
  required: RequiredPresentation,
  interaction?: InteractionDialect,
): Promise<BegunPresentation> {
  const { platform, reports, session } = checked;
  const authorization = authorizationRequest(checked);
  const own = await sessionToAuthorize(platform, reports, session, authorization);
  const made = await newPresentationAttempt(platform, own, required);
  const attempt = { ...made.begun.attempt, ...(interaction === undefined ? {} : { interaction }) };
  const begun = { ...made.begun, attempt };
  const use = (): Promise<void> => useProofs(checked);
  const changed = await changeIssuanceOnce(platform, own, use, (present) =>
    requirePresentation(present, { request: authorization, begun }),
  );
  if (changed === undefined) throw unknownIssuerState({ reason: 'issuer_state_unknown' });
  return { ...made, begun, session: changed.session };
}
