/**
 * Presentations at the authorization server (OpenID4VCI 1.1 draft, 6). The issuer checks the `auth_session` and calls
 * these operations for its holder.
 */
import { signJwtWith } from '@countersign/shared/crypto/jwt';
import { bodyObject, type Operation, type OperationRequest } from '@countersign/shared/http/message';
import type { ReportingOperation } from '@countersign/shared/http/reports';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { signerNotes } from '@countersign/shared/keys/signer-note';
import { attemptOf, requestLife } from '@countersign/shared/model/session/issuance-attempt';
import { sessions } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { signedInteractionRequest, unsignedInteractionRequest } from '../request/interaction-request.ts';
import { openid4vpAnswer } from '../request/open-answer.ts';
import type { PrepareRequest } from '../request/prepare-request.ts';
import { requestKey } from '../request/request-key.ts';
import { openRequest, type SealedRequest } from '../request/sealed-request.ts';
import { changePresentation } from '../session/change-presentation.ts';
import { refusing } from '../session/presentation-session.ts';
import type { PresentationSession } from '../session/presentation-state.ts';
import { fetchRequest } from '../session/presentation-transitions.ts';
import { answerChecks } from './checks.ts';
import { answerRequest, hashOfAnswer, type ResponseDependencies } from './response.ts';

type Interaction = NonNullable<SealedRequest['interaction']>;

/** The request of an interaction, opened. */
interface OpenedInteraction {
  readonly session: PresentationSession;
  readonly request: SealedRequest;
  readonly interaction: Interaction;
}

/**
 * Internal: parameters `sessionId` and `request` (id of the presentation request) -> `{openid4vp_request}`.
 * @throws ProtocolError `gone` if the session has a different request now, or its configuration no longer exists
 */
export function interactionRequest(platform: Platform, prepareRequest: PrepareRequest): Operation {
  return async (call) => {
    const opened = await openedInteraction(platform, prepareRequest, call);
    const fetched = await changePresentation(platform, opened.session, fetchRequest);
    if (fetched === undefined) throw gone();
    const { asked, notes } = await requestFor(platform, opened);
    return { body: { openid4vp_request: asked }, annotation: { notes } };
  };
}

/**
 * Internal: the same parameters, body as the wallet's `openid4vp_response` -> `{presentation_during_issuance_session}`;
 * `{}` if the wallet reported an error.
 * @throws ProtocolError `gone`; as the response endpoint for a refused response
 */
export function interactionResponse(
  dependencies: ResponseDependencies,
  prepareRequest: PrepareRequest,
): ReportingOperation {
  return (call, reports) =>
    refusing(async () => {
      const { platform } = dependencies;
      const { session, request: presentationRequest } = await openedInteraction(platform, prepareRequest, call);
      const { response } = answerChecks.runNow('interaction', { request: call, reports });
      const answerHash = hashOfAnswer(bodyObject(call));
      const answered = await answerRequest(dependencies, {
        session,
        presentationRequest,
        answerHash,
        read: openid4vpAnswer(response),
        request: call,
        reports,
      });
      return answered.reply;
    });
}

async function openedInteraction(
  platform: Platform,
  prepareRequest: PrepareRequest,
  { tenant, params }: OperationRequest,
): Promise<OpenedInteraction> {
  const stored = await ofTenant(platform.store, tenant).get(sessions, params.sessionId ?? '');
  // The attempt presents at the authorization server. The event that prepares its request may not have arrived yet.
  if (stored === undefined || attemptOf(stored.issuance)?.interaction === undefined) throw gone();
  const session = await prepareRequest(stored, params.request ?? '');
  if (session === undefined) throw gone();
  const request = openRequest(await platform.vaults.of(tenant), session.id, session.presentation.sealedRequest);
  if (request.interaction === undefined) throw gone();
  return { session, request, interaction: request.interaction };
}

async function requestFor(
  platform: Platform,
  { session, request, interaction }: OpenedInteraction,
): Promise<{ readonly asked: JsonObject; readonly notes: readonly Reasoned[] }> {
  const { encryptionKey, registrationCertificate: certificate, transactionData, responseMode, dcqlQuery } = request;
  const content = {
    responseMode,
    nonce: session.presentation.nonce,
    dcqlQuery,
    transactionData,
    ...(encryptionKey === undefined ? {} : { encryptionKey }),
    ...(certificate === undefined ? {} : { verifierInfo: { format: 'registration_cert', data: certificate } }),
  };
  if (!interaction.signed) return { asked: unsignedInteractionRequest(content), notes: [] };
  const key = await requestKey(platform, session.tenant, request);
  // The request's certificate has been replaced, and its key erased.
  if (key === undefined) throw gone();
  const { x5c } = key;
  const { expiresAt } = requestLife(session);
  const { clientId } = request;
  const signing = { ...content, ...interaction, clientId, x5c, now: platform.clock(), expiresAt };
  const { header, payload } = signedInteractionRequest(signing);
  const notes = signerNotes('request_signed', key, request.keySet);
  return { asked: { request: await signJwtWith(key, { header, payload }) }, notes };
}

function gone(): ProtocolError {
  return new ProtocolError('gone', 'The presentation request has ended', { reason: 'request_ended' });
}
