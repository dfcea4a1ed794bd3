/**
 * What a backend sees of a session: every field is listed here, so that a new field of the document shows only when
 * somebody decides so. Codes, tokens, handles and hashes have no field. The form is that of variant B.
 */
import { isoTime } from '@countersign/shared/clock';
import type { Json, JsonObject } from '@countersign/shared/json';
import { isObject } from '@countersign/shared/json';
import type { AuthorizationRequest, IssuedCredential, SessionDocument } from '@countersign/shared/store/sessions';

const MASK = '***';
const PRE_AUTHORIZED_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

/** Fields of OfferRequest that are shown; `tx_code` may be the code itself. */
const SHOWN_OF_REQUEST = ['credentialConfigurationIds', 'claims', 'lifetimes', 'flow', 'state', 'expiresIn'] as const;

export interface SessionContents {
  readonly session: SessionDocument;
  /** The sealed fields, opened; undefined where the part is not there. */
  readonly offer?: Json;
  readonly request?: Json;
  /** Status value of an issued credential. */
  readonly statusOf: (credential: IssuedCredential) => 0 | 1;
  /** Milliseconds. */
  readonly now: number;
}

/** Pure: the view of one session. */
export function sessionView({ session, offer, request, statusOf, now }: SessionContents): JsonObject {
  const { issuance } = session;
  return withoutUndefined({
    id: session.id,
    tenantId: session.tenant,
    status: sessionStatus(session, now),
    state: session.state,
    createdAt: isoTime(session.createdAt),
    updatedAt: isoTime(session.updatedAt),
    expiresAt: isoTime(session.expiresAt),
    offer: maskedOffer(offer),
    credentialPayload: isObject(request) ? requestView(request) : undefined,
    webhook: isObject(request) ? maskedWebhook(request.webhook) : undefined,
    auth_queries: authorizeQueries(session),
    issued: issuance?.credentials.map((credential) => ({
      credentialConfigurationId: credential.configurationId,
      issuedAt: isoTime(credential.issuedAt),
      status: { uri: credential.status.uri, idx: credential.status.idx, value: statusOf(credential) },
      notification_id: credential.notificationId,
    })),
    notifications: (issuance?.notifications ?? []).map((notification) =>
      withoutUndefined({
        notification_id: notification.notificationId,
        event: notification.event,
        event_description: notification.description,
        at: isoTime(notification.at),
      }),
    ),
    error: issuance?.progress.state === 'failed' ? { code: issuance.progress.reason } : undefined,
  });
}

/** The status of the interface: a session whose time is over is `expired`, whether or not somebody wrote it down. */
export function sessionStatus(session: SessionDocument, now: number): SessionDocument['status'] {
  switch (session.status) {
    case 'issued':
    case 'completed':
    case 'failed':
    case 'verified':
    case 'rejected':
    case 'expired':
      return session.status;
    default:
      return endOf(session) <= now ? 'expired' : session.status;
  }
}

/** An access token that was given before the offer's end is good until its own end. */
function endOf({ expiresAt, issuance }: SessionDocument): number {
  const progress = issuance?.progress;
  return progress?.state === 'token_issued' ? Math.max(expiresAt, progress.grant.expiresAt) : expiresAt;
}

function maskedOffer(offer: Json | undefined): Json | undefined {
  if (!isObject(offer) || !isObject(offer.grants)) return offer;
  const { authorization_code: code, [PRE_AUTHORIZED_CODE_GRANT]: preAuthorized } = offer.grants;
  const grants = withoutUndefined({
    authorization_code: isObject(code) ? { ...code, issuer_state: MASK } : undefined,
    [PRE_AUTHORIZED_CODE_GRANT]: isObject(preAuthorized)
      ? { ...preAuthorized, 'pre-authorized_code': MASK }
      : undefined,
  });
  return { ...offer, grants };
}

function requestView(request: JsonObject): JsonObject {
  const shown = Object.fromEntries(SHOWN_OF_REQUEST.map((name) => [name, request[name]]));
  return withoutUndefined({
    ...shown,
    webhook: maskedWebhook(request.webhook),
    notifyWebhook: maskedWebhook(request.notifyWebhook),
  });
}

function maskedWebhook(webhook: Json | undefined): JsonObject | undefined {
  if (!isObject(webhook)) return undefined;
  const { auth } = webhook;
  const config = isObject(auth) && isObject(auth.config) ? auth.config : undefined;
  return withoutUndefined({
    url: webhook.url,
    auth: isObject(auth) ? { type: auth.type, config: { headerName: config?.headerName, value: MASK } } : undefined,
    signingSecret: webhook.signingSecret === undefined ? undefined : MASK,
  });
}

function authorizeQueries({ issuance }: SessionDocument): JsonObject | undefined {
  const progress = issuance?.progress;
  const request: AuthorizationRequest | undefined =
    progress?.state === 'pushed' || progress?.state === 'authorized' ? progress.request : undefined;
  if (request === undefined) return undefined;
  return withoutUndefined({
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
    dpop_jkt: request.dpopJkt,
  });
}

function withoutUndefined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
