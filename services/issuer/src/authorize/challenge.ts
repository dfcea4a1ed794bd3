/**
 * POST authorize/challenge (draft-ietf-oauth-first-party-apps). Wallets call it first where it is advertised. Where a
 * presentation is required the answer contains its request, and the second challenge returns the code; otherwise the answer
 * redirects to the browser, with the request already pushed.
 */

import { bodyObject, type Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { requirePresentation, unknownIssuerState } from '@countersign/shared/model/issuance/authorization';
import { type Begun, checks } from '../checks/checks.ts';
import { type AuthorizationServer, type Received, received } from '../checks/received.ts';
import { useProofs } from '../client/use-proofs.ts';
import { sessionToAuthorize } from '../offer/redemption-session.ts';
import { authorizationRequest, type CheckedRequest, text } from '../protocol/authorization-request.ts';
import type { RequiredPresentation } from '../protocol/required-presentation.ts';
import { changeIssuanceOnce } from '../session/issuance-session.ts';
import { answeredChallenge } from './challenge-answered.ts';
import { newPresentationAttempt } from './presentation-attempt.ts';
import { type PushedAnswer, storeInitiated, storePushed } from './pushed-authorization-request.ts';

/** This endpoint never returns a code without a presentation. */
export function authorizationChallenge(server: AuthorizationServer): Operation {
  return async (request) => {
    if (bodyObject(request).auth_session !== undefined) return answeredChallenge(server, request);
    const asked = received(server, request);
    if (await beginsWithoutOffer(asked)) return sendToBrowserWithoutOffer(asked);
    const begun = await checks.run('challenge', asked);
    // An offer without a presentation continues in the browser, for which an incomplete request is allowed.
    if (begun.neededByOffer !== undefined) {
      const checked = await checks.run('present', begun);
      if (checked.required !== undefined) return askForPresentation(checked, checked.required);
    }
    return sendToBrowser(begun);
  };
}

/**
 * Begins an attempt, and answers that it requires a presentation.
 * @throws ProtocolError `insufficient_authorization` with `auth_session` and `presentation`
 */
async function askForPresentation(checked: Begun & CheckedRequest, required: RequiredPresentation): Promise<never> {
  const { platform, request, session } = checked;
  const authorization = authorizationRequest(checked);
  const own = await sessionToAuthorize(platform, request, session, authorization);
  const made = await newPresentationAttempt(platform, own, required);
  const use = (): Promise<void> => useProofs(checked);
  const { begun } = made;
  const changed = await changeIssuanceOnce(platform, own, use, (present) =>
    requirePresentation(present, { request: authorization, begun }),
  );
  if (changed === undefined) throw unknownIssuerState();
  throw new ProtocolError('insufficient_authorization', 'A presentation is needed first', {
    members: { auth_session: made.reference, presentation: made.link },
  });
}

/** Whether the wallet begins without an offer at a tenant where people can sign in. */
async function beginsWithoutOffer({ parameters, request, signIn }: Received): Promise<boolean> {
  if (text(parameters, 'issuer_state') !== undefined) return false;
  return (await signIn.providers.of(request.tenant)) !== undefined;
}

/** The person signs in there. @throws ProtocolError `redirect_to_web` */
async function sendToBrowserWithoutOffer(asked: Received): Promise<never> {
  if (!hasBrowserRequest(asked.parameters)) throw redirectToWeb();
  throw redirectToWeb(await storeInitiated(await checks.run('initiated', asCode(asked))));
}

/** @throws ProtocolError `redirect_to_web` */
async function sendToBrowser(begun: Begun): Promise<never> {
  // 5.2.2.1: with a request_uri the answer counts as a completed PAR, so the checks of PAR apply.
  if (!hasBrowserRequest(begun.parameters)) throw redirectToWeb();
  throw redirectToWeb(await storePushed(await checks.run('push', asCode(begun))));
}

function redirectToWeb(members: Partial<PushedAnswer> = {}): ProtocolError {
  return new ProtocolError('redirect_to_web', 'Go on with the authorization endpoint', { members });
}

/** A challenge requests a code, so its response_type is ignored. */
function asCode<R extends Received>(begun: R): R {
  return { ...begun, parameters: { ...begun.parameters, response_type: 'code' } };
}

function hasBrowserRequest(parameters: JsonObject): boolean {
  return text(parameters, 'code_challenge') !== undefined && text(parameters, 'redirect_uri') !== undefined;
}
