/**
 * Presentations that are answered at the authorization server (OpenID4VCI 1.1 draft, 6). The issuer, which checks the
 * `auth_session`, calls these operations on behalf of its holder.
 */
import { signJwtWith } from '@countersign/shared/crypto/jwt';
import { bodyObject, type Operation, type OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { attemptOf, requestLife } from '@countersign/shared/model/issuance-attempt';
import { changePresentation } from '@countersign/shared/model/presentation/change-presentation';
import type { PresentationSession } from '@countersign/shared/model/presentation/presentation-state';
import { fetchRequest } from '@countersign/shared/model/presentation/presentation-transitions';
import { type SessionDocument, sessions } from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Configurations } from './configurations.ts';
import { openid4vpAnswer } from './open-answer.ts';
import { prepareRequest } from './prepare-request.ts';
import { refusing } from './presentation-session.ts';
import { parseAuthorizationResponse } from './protocol/authorization-response.ts';
import { signedInteractionRequest, unsignedInteractionRequest } from './protocol/interaction-request.ts';
import { reported } from './protocol/reported-check.ts';
import { requestKey } from './request-key.ts';
import { answerRequest, hashOfAnswer, type ResponseDependencies } from './response.ts';
import { openRequest, type SealedRequest } from './sealed-request.ts';

type Interaction = NonNullable<SealedRequest['interaction']>;

/** The request of an interaction, opened. */
interface OpenedInteraction {
  readonly session: PresentationSession;
  readonly request: SealedRequest;
  readonly interaction: Interaction;
}

/**
 * Internal: parameters `sessionId` and `request` (id of the presentation request) -> `{openid4vp_request}`.
 * @throws ProtocolError `gone` where the session names another request now, or its configuration no longer exists
 */
export function interactionRequest(platform: Platform, configurations: Configurations): Operation {
  return async (call) => {
    const opened = await openedInteraction(platform, configurations, call);
    const fetched = await changePresentation(platform, opened.session, fetchRequest);
    if (fetched === undefined) throw gone();
    return { body: { openid4vp_request: await requestFor(platform, opened) } };
  };
}

/**
 * Internal: the same parameters, body as the wallet's `openid4vp_response` -> `{presentation_during_issuance_session}`;
 * `{}` where the wallet reported an error.
 * @throws ProtocolError `gone`; as the response endpoint for an answer that is not accepted
 */
export function interactionResponse(dependencies: ResponseDependencies, configurations: Configurations): Operation {
  return (call) =>
    refusing(async () => {
      const { session } = await openedInteraction(dependencies.platform, configurations, call);
      const body = bodyObject(call);
      const response = reported(call.checked, 'parseAuthorizationResponse', () => parseAuthorizationResponse(body));
      const answerHash = hashOfAnswer(body);
      const answered = await answerRequest(dependencies, {
        ...{ session, answerHash, read: openid4vpAnswer(response), request: call },
      });
      return answered.reply;
    });
}

async function openedInteraction(
  platform: Platform,
  configurations: Configurations,
  { tenant, params }: OperationRequest,
): Promise<OpenedInteraction> {
  const stored = await ofTenant(platform.store, tenant).get(sessions, params.sessionId ?? '');
  const session = stored && (await prepared(platform, configurations, stored, params.request ?? ''));
  if (session === undefined) throw gone();
  const request = openRequest(await platform.vaults.of(tenant), session.id, session.presentation.sealedRequest);
  if (request.interaction === undefined) throw gone();
  return { session, request, interaction: request.interaction };
}

/** The event that prepares the request may not have arrived yet. */
async function prepared(
  platform: Platform,
  configurations: Configurations,
  session: SessionDocument,
  requestId: string,
): Promise<PresentationSession | undefined> {
  if (attemptOf(session.issuance)?.interaction === undefined) return undefined;
  return prepareRequest(platform, configurations, session, requestId);
}

async function requestFor(
  platform: Platform,
  { session, request, interaction }: OpenedInteraction,
): Promise<JsonObject> {
  const { encryptionKey, registrationCertificate: certificate, transactionData, responseMode, dcqlQuery } = request;
  const content = {
    responseMode,
    nonce: session.presentation.nonce,
    dcqlQuery,
    transactionData,
    ...(encryptionKey === undefined ? {} : { encryptionKey }),
    ...(certificate === undefined ? {} : { verifierInfo: { format: 'registration_cert', data: certificate } }),
  };
  if (!interaction.signed) return unsignedInteractionRequest(content);
  const key = await requestKey(platform, session.tenant, request.clientId);
  // The request was made with a certificate that is replaced, and whose key is erased.
  if (key === undefined) throw gone();
  const { x5c } = key;
  const { expiresAt } = requestLife(session);
  const { clientId } = request;
  const signing = { ...content, ...interaction, clientId, x5c, now: platform.clock(), expiresAt };
  const { header, payload } = signedInteractionRequest(signing);
  return { request: await signJwtWith(key, { header, payload }) };
}

function gone(): ProtocolError {
  return new ProtocolError('gone', 'The presentation request has ended', { reason: 'request_ended' });
}
