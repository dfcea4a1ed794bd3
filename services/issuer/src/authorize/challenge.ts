/**
 * POST authorize/challenge (draft-ietf-oauth-first-party-apps). Wallets call it first wherever it is advertised. Where a
 * presentation is needed the answer asks for it, and the second challenge brings the code; elsewhere the answer sends
 * them to the browser, with the pushed request already done.
 */

import { bodyObject, type Operation, type OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { requirePresentation, unknownIssuerState } from '@countersign/shared/model/issuance/authorization';
import type { IssuanceSession } from '@countersign/shared/model/issuance/issuance-transition';
import { sessionToAuthorize } from '../offer/redemption-session.ts';
import { text } from '../protocol/authorization-request.ts';
import { changeIssuanceOnce } from '../session/issuance-session.ts';
import { answeredChallenge } from './challenge-answered.ts';
import { newPresentationAttempt, presentationNeededFor } from './presentation-attempt.ts';
import {
  type BegunAuthorization,
  beginAuthorization,
  checkedRequest,
  type PushDependencies,
  sessionOfIssuerState,
  storePushed,
} from './pushed-authorization-request.ts';

/** A session is never completed here without a presentation. */
export function authorizationChallenge(dependencies: PushDependencies): Operation {
  return async (request) => {
    if (bodyObject(request).auth_session !== undefined) return answeredChallenge(dependencies, request);
    const begun = await beginAuthorization(dependencies, request);
    if (text(begun.parameters, 'issuer_state') === undefined) {
      throw new ProtocolError('invalid_request', 'issuer_state is missing');
    }
    const session = await sessionOfIssuerState(dependencies.platform, request, begun.parameters);
    await askForPresentation(dependencies, request, begun, session);
    return sendToBrowser(dependencies, request, begun, session);
  };
}

/**
 * Begins an attempt where what is asked for needs a presentation, and answers so.
 * @throws ProtocolError `insufficient_authorization` with `auth_session` and `presentation`
 */
async function askForPresentation(
  dependencies: PushDependencies,
  request: OperationRequest,
  { parameters, client, proof }: BegunAuthorization,
  session: IssuanceSession,
): Promise<void> {
  const { tenant } = request;
  const { platform, configurations } = dependencies;
  const offered = session.issuance.configurationIds;
  // An offer that needs none leads to the browser, which may have been asked with less than a whole request.
  if ((await presentationNeededFor(configurations, tenant, offered)) === undefined) return;
  const asked = { ...parameters, response_type: 'code' };
  const authorization = await checkedRequest(dependencies, tenant, asked, client, session, proof, {
    withoutPkce: true,
  });
  const required = await presentationNeededFor(configurations, tenant, authorization.configurationIds);
  if (required === undefined) return;
  const own = await sessionToAuthorize(platform, request, session, authorization);
  const made = await newPresentationAttempt(platform, own, required);
  const use = async (): Promise<void> => proof?.use();
  const { begun } = made;
  const changed = await changeIssuanceOnce(platform, own, use, (present) =>
    requirePresentation(present, { request: authorization, begun }),
  );
  if (changed === undefined) throw unknownIssuerState();
  throw new ProtocolError('insufficient_authorization', 'A presentation is needed first', {
    members: { auth_session: made.reference, presentation: made.link },
  });
}

async function sendToBrowser(
  dependencies: PushDependencies,
  request: OperationRequest,
  { parameters, client, proof }: BegunAuthorization,
  session: IssuanceSession,
): Promise<never> {
  // 5.2.2.1: with a request_uri the answer counts as a completed PAR, so it needs what PAR needs.
  const members = hasBrowserRequest(parameters)
    ? await storePushed(dependencies, request, { ...parameters, response_type: 'code' }, client, session, proof)
    : {};
  throw new ProtocolError('redirect_to_web', 'Go on with the authorization endpoint', { members });
}

function hasBrowserRequest(parameters: JsonObject): boolean {
  return text(parameters, 'code_challenge') !== undefined && text(parameters, 'redirect_uri') !== undefined;
}
