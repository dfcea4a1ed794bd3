/**
 * POST authorize/challenge (draft-ietf-oauth-first-party-apps). Wallets call it first if it is advertised. If a
 * presentation is required, the response contains its request, and the second challenge returns the code. Otherwise the
 * response redirects to the browser, with the request already pushed.
 */

import { bodyObject } from '@countersign/shared/http/message';
import type { ReportingOperation } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type AuthorizationServer, type Received, received } from '../client/received.ts';
import { type CheckedRequest, text } from '../client/wallet-parameters.ts';
import type { RequiredPresentation } from '../configuration/required-presentation.ts';
import { beginPresentation } from './begin-presentation.ts';
import { beginsWithoutOffer, storeForBrowser, storeForSignIn } from './browser-request.ts';
import { answeredChallenge } from './challenge-answered.ts';
import { authorizationChecks, type Begun } from './checks.ts';
import { answerInteraction, beginInteraction, isInteractive } from './interactive.ts';
import type { PushedAnswer } from './pushed-authorization-request.ts';

/** This endpoint never returns a code without a presentation. */
export function authorizationChallenge(server: AuthorizationServer): ReportingOperation {
  return async (request, reports) => {
    const called = { request, reports };
    const body = bodyObject(request);
    if (isInteractive(server.platform)) {
      if (body.openid4vp_response !== undefined) return answerInteraction(server, called, 'ia');
      if (body.interaction_types_supported !== undefined) return beginInteraction(server, called, 'ia');
    }
    if (body.auth_session !== undefined) return answeredChallenge(server, called);
    const asked = received(server, called);
    if (beginsWithoutOffer(asked)) return sendToBrowserWithoutOffer(asked);
    const begun = await authorizationChecks.run('challenge', asked);
    // An offer without a presentation continues in the browser, for which an incomplete request is allowed.
    if (begun.neededByOffer !== undefined) {
      const checked = await authorizationChecks.run('present', begun);
      if (checked.required !== undefined) return askForPresentation(checked, checked.required);
    }
    return sendToBrowser(begun);
  };
}

/**
 * Starts an attempt, and responds that it requires a presentation.
 * @throws ProtocolError `insufficient_authorization` with `auth_session` and `presentation`
 */
async function askForPresentation(checked: Begun & CheckedRequest, required: RequiredPresentation): Promise<never> {
  const { reference, link } = await beginPresentation(checked, required);
  throw new ProtocolError('insufficient_authorization', 'A presentation is needed first', {
    members: { auth_session: reference, presentation: link },
    reason: 'presentation_first',
  });
}

/** The user signs in there. @throws ProtocolError `redirect_to_web` */
async function sendToBrowserWithoutOffer(asked: Received): Promise<never> {
  const checked = await authorizationChecks.run('unoffered', asked);
  throw redirectToWeb(hasBrowserRequest(asked.parameters) ? await storeForSignIn(checked) : {});
}

/** @throws ProtocolError `redirect_to_web` */
async function sendToBrowser(begun: Begun): Promise<never> {
  throw redirectToWeb(hasBrowserRequest(begun.parameters) ? await storeForBrowser(begun) : {});
}

function redirectToWeb(members: Partial<PushedAnswer>): ProtocolError {
  return new ProtocolError('redirect_to_web', 'Go on with the authorization endpoint', {
    members,
    reason: 'browser_first',
  });
}

function hasBrowserRequest(parameters: JsonObject): boolean {
  return text(parameters, 'code_challenge') !== undefined && text(parameters, 'redirect_uri') !== undefined;
}
