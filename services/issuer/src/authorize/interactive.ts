/**
 * Interactive authorization (OpenID4VCI 1.1 drafts): the wallet presents to the authorization server itself, and proves
 * that it has the `auth_session`. Two dialects, one sequence.
 */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import { newHandle, newReference } from '@countersign/shared/crypto/wallet-reference';
import { annotationOf } from '@countersign/shared/http/annotation';
import { bodyObject, type OperationReply, type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { type Reported, type ReportingOperation, type Reports, takeReports } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import type { InteractionDialect } from '@countersign/shared/model/session/issuance-part';
import type { Platform } from '@countersign/shared/runtime/service';
import { checkDpopRequired } from '../client/dpop/dpop-checks.ts';
import { type AuthorizationServer, received } from '../client/received.ts';
import { issuanceById } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { beginPresentation } from './begin-presentation.ts';
import { beginsWithoutOffer, storeForBrowser, storeForSignIn } from './browser-request.ts';
import { codeForPresentation } from './challenge-answered.ts';
import { checkChallengeHolder, invalidSession } from './challenge-transitions.ts';
import type { InteractionReceived } from './check-interaction-answer.ts';
import { checkInteractionTypes, type InteractionTypes, unsupportedTypes } from './check-interaction-types.ts';
import { authorizationChecks, type Begun } from './checks.ts';
import { interactionDone, interactionRequired } from './interaction-reply.ts';
import type { PushedAnswer } from './pushed-authorization-request.ts';

/**
 * POST authorize/interactive: the endpoint of the drafts before 2026-06-24. @throws ProtocolError `not_found` if it is
 * off
 */
export function interactiveAuthorization(server: AuthorizationServer): ReportingOperation {
  return async (request, reports) => {
    if (!isInteractive(server.platform)) {
      throw new ProtocolError('not_found', 'There is nothing at this address', { reason: 'interaction_off' });
    }
    return bodyObject(request).auth_session === undefined
      ? beginInteraction(server, { request, reports }, 'iae')
      : answerInteraction(server, { request, reports }, 'iae');
  };
}

/** Whether INTERACTIVE_AUTHORIZATION is on. */
export function isInteractive({ settings }: Pick<Platform, 'settings'>): boolean {
  return settings.INTERACTIVE_AUTHORIZATION !== 'off';
}

/**
 * Returns the first interaction: the presentation, otherwise the browser.
 * @throws ProtocolError `missing_interaction_type` if the wallet supports neither
 */
export async function beginInteraction(
  server: AuthorizationServer,
  called: Reported,
  dialect: InteractionDialect,
): Promise<OperationReply> {
  const asked = { ...received(server, called), dialect };
  if (beginsWithoutOffer(asked)) {
    const checked = await authorizationChecks.run('unoffered', asked);
    checkDpopRequired(checked);
    const handle = newHandle(asked.platform.clock(), asked.platform.random);
    return browserFirst(asked, handle, () => storeForSignIn(checked));
  }
  const begun = await authorizationChecks.run('interact', asked);
  const first = await presentationFirst(begun, dialect, begun.types);
  return first ?? browserFirst(begun, begun.session.handle, () => storeForBrowser(begun));
}

/** @returns undefined if no presentation is needed, or the wallet can't present here */
async function presentationFirst(
  begun: Begun & { readonly neededByOffer: unknown },
  dialect: InteractionDialect,
  { presentation: type }: InteractionTypes,
): Promise<OperationReply | undefined> {
  if (begun.neededByOffer === undefined || type === undefined) return undefined;
  const checked = await authorizationChecks.run('present', begun);
  if (checked.required === undefined) return undefined;
  const { session, reference, begun: start } = await beginPresentation(checked, checked.required, dialect);
  const call = interactionCall(begun.request, session, start.attempt.requestId);
  const { body, annotation } = await begun.platform.call('verifier.interaction.request', { ...call, repeatable: true });
  takeReports(begun.reports, annotation);
  const members = { openid4vp_request: memberOf(body, 'openid4vp_request') ?? {} };
  return interactionRequired(dialect, { type, authSession: reference, members });
}

/** The browser returns the code, so the `auth_session` in this response cannot continue anything. */
async function browserFirst(
  asked: InteractionReceived,
  handle: string,
  store: () => Promise<PushedAnswer>,
): Promise<OperationReply> {
  const { dialect, platform } = asked;
  const { web: type } = checkInteractionTypes(asked).types;
  if (type === undefined) {
    throw new ProtocolError('missing_interaction_type', 'None of the interaction types completes this issuance', {
      reason: 'interaction_types',
      facts: unsupportedTypes(asked),
    });
  }
  const members = await store();
  const { text: authSession } = newReference(handle, platform.random);
  return interactionRequired(dialect, { type, authSession, members });
}

/**
 * Returns the code to the wallet that presents. A repeated call receives the same code until it is redeemed.
 * @throws ProtocolError `invalid_session`; `access_denied` if the wallet reports an error; whatever the verifier
 *   refuses with
 */
export async function answerInteraction(
  server: AuthorizationServer,
  called: Reported,
  dialect: InteractionDialect,
): Promise<OperationReply> {
  const checked = await authorizationChecks.run('interaction', { ...received(server, called), dialect });
  const { platform, found, response, proof, client } = checked;
  const { session, hash } = found;
  const holder = {
    sessionHash: hash,
    interaction: dialect,
    client,
    dpopJkt: proof?.jkt,
    instanceJkt: client?.attestation?.instanceJkt,
  };
  // Checked before the verifier processes the response: only the holder of the `auth_session` may respond.
  const { requestId } = checkChallengeHolder(session.issuance, { ...holder, now: platform.clock() });
  const call = interactionCall(called.request, session, requestId, response);
  const presentationSession = await presented(platform, called.reports, call);
  const verified = await issuanceById(platform, session.tenant, session.id);
  if (verified === undefined) throw invalidSession({ reason: 'auth_session_unknown' });
  const key = (await platform.vaults.of(session.tenant)).derive('interaction-code');
  const secret = `${session.id}.${hash}.${presentationSession}`;
  const code = newReference(session.handle, () => hmacSha256(key, secret));
  await codeForPresentation(checked, verified, { ...holder, presentationSession, code });
  return interactionDone(dialect, code.text);
}

/** @returns the verifier's value for the wallet that has presented */
async function presented(platform: Platform, reports: Reports, call: OperationRequest): Promise<string> {
  try {
    const { body, annotation } = await platform.call('verifier.interaction.response', { ...call, repeatable: true });
    takeReports(reports, annotation);
    const value = memberOf(body, 'presentation_during_issuance_session');
    if (typeof value === 'string') return value;
  } catch (error) {
    takeReports(reports, annotationOf(error));
    if (!(error instanceof ProtocolError) || error.code !== 'gone') throw error;
    const { reasoned } = error;
    throw invalidSession(reasoned.reason === 'unexplained' ? { reason: 'auth_session_replaced' } : reasoned);
  }
  throw new ProtocolError('access_denied', 'The wallet has not presented', { reason: 'presentation_unanswered' });
}

function interactionCall(
  cause: OperationRequest,
  { id: sessionId }: Pick<IssuanceSession, 'id'>,
  request: string,
  body?: JsonObject,
): OperationRequest {
  const { tenant } = cause;
  const sent = body === undefined ? {} : ({ body, encoding: 'json' } as const);
  return onBehalfOf(cause, { method: 'POST', tenant, params: { sessionId, request }, ...sent });
}

function memberOf(body: Json | undefined, name: string): Json | undefined {
  return isObject(body) ? body[name] : undefined;
}
