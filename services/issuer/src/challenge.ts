/**
 * POST authorize/challenge (draft-ietf-oauth-first-party-apps). Wallets call it first wherever it is advertised. Where
 * no presentation is needed the answer sends them to the browser, with the pushed request already done.
 */
import { ProtocolError } from '@countersign/shared/errors';
import { bodyObject, type Operation } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/json';
import { text } from './protocol/authorization-request.ts';
import { beginAuthorization, type PushDependencies, sessionOfIssuerState, storePushed } from './push.ts';

/** Answers 400 `redirect_to_web`; a session is never completed here without a presentation. */
export function authorizationChallenge(dependencies: PushDependencies): Operation {
  return async (request) => {
    // An auth_session is handed out only where a presentation is required.
    if (bodyObject(request).auth_session !== undefined) {
      throw new ProtocolError('invalid_session', 'The auth_session is not valid');
    }
    const { parameters, client, dpopJkt } = await beginAuthorization(dependencies, request);
    if (text(parameters, 'issuer_state') === undefined) {
      throw new ProtocolError('invalid_request', 'issuer_state is missing');
    }
    const session = await sessionOfIssuerState(dependencies.platform, request.tenant, parameters);
    // 5.2.2.1: with a request_uri the answer counts as a completed PAR, so it needs what PAR needs.
    const members = hasBrowserRequest(parameters)
      ? await storePushed(dependencies, request, { ...parameters, response_type: 'code' }, client, session, dpopJkt)
      : {};
    throw new ProtocolError('redirect_to_web', 'Go on with the authorization endpoint', { members });
  };
}

function hasBrowserRequest(parameters: JsonObject): boolean {
  return text(parameters, 'code_challenge') !== undefined && text(parameters, 'redirect_uri') !== undefined;
}
