/**
 * The backend's view of a session. Every field is listed here, so that a new field of the document is not shown by
 * accident. Codes, tokens, handles and hashes have no field. The form is variant B's.
 */
import type { StatusValue } from '@countersign/shared/crypto/status-bits';
import { isoTime } from '@countersign/shared/kernel/clock';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject } from '@countersign/shared/kernel/json';
import { isReason, type Reason } from '@countersign/shared/kernel/reasons/reasons';
import { requestLife } from '@countersign/shared/model/session/issuance-attempt';
import type { AuthorizationRequest, IssuedCredential } from '@countersign/shared/model/session/issuance-part';
import { redeemedPlaces } from '@countersign/shared/model/session/redemption-places';
import { issuanceReason, presentationReason } from '@countersign/shared/model/session/session-errors';
import { expiryOf } from '@countersign/shared/model/session/session-expiry';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { reasons } from '../reasons.ts';

const MASK = '***';
const PRE_AUTHORIZED_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

/** Visible fields of OfferRequest. `tx_code` is left out: it may be the code itself. */
const SHOWN_OF_REQUEST = [
  'credentialConfigurationIds',
  'claims',
  'lifetimes',
  'flow',
  'state',
  'expiresIn',
  'redemptions',
] as const;

export interface SessionContents {
  readonly session: SessionDocument;
  /** The decrypted fields; undefined if the session does not have the part. */
  readonly offer?: Json;
  readonly request?: Json;
  readonly presentationRequest?: Json;
  /** Presented data, if the backend may read it now. */
  readonly credentials?: Json;
  /** True if presented data was erased after its webhook. */
  readonly credentialsErased?: true;
  readonly resultWebhook?: Json;
  /** Decrypts the wallet's text, if there is one. */
  readonly describe: (sealed: string | undefined, part: string) => string | undefined;
  /** Status value of an issued credential. */
  readonly statusOf: (status: NonNullable<IssuedCredential['status']>) => StatusValue;
  /** Milliseconds. */
  readonly now: number;
}

/** Pure: the view of one session. */
export function sessionView(contents: SessionContents): JsonObject {
  const { session, offer, request, statusOf, now } = contents;
  const { issuance } = session;
  return withoutUndefined({
    id: session.id,
    tenantId: session.tenant,
    status: sessionStatus(session, now),
    kind: session.kind,
    configurations: configurationsOf(session),
    state: session.state,
    dryRun: session.dryRunUntil === undefined ? undefined : true,
    createdAt: isoTime(session.createdAt),
    updatedAt: isoTime(session.updatedAt),
    expiresAt: isoTime(session.expiresAt),
    offerSession: session.offerSession,
    firstSession: session.firstSession,
    redemptions: redemptionsOf(session),
    offer: maskedOffer(offer),
    claimsStatus: session.claims?.state,
    credentialPayload: isObject(request) ? requestView(request) : undefined,
    webhook: maskedWebhook(isObject(request) ? request.webhook : contents.resultWebhook),
    ...presentationView(contents),
    auth_queries: authorizeQueries(session),
    issued: issuance?.credentials.map(({ configurationId, issuedAt, status, notificationId }) => ({
      credentialConfigurationId: configurationId,
      issuedAt: isoTime(issuedAt),
      ...(status === undefined ? {} : { status: { uri: status.uri, idx: status.idx, value: statusOf(status) } }),
      notification_id: notificationId,
    })),
    notifications: (issuance?.notifications ?? []).map((notification) =>
      withoutUndefined({
        notification_id: notification.notificationId,
        event: notification.event,
        event_description: contents.describe(notification.sealedDescription, 'notification'),
        at: isoTime(notification.at),
      }),
    ),
    error: errorOf(contents),
    lastError: lastErrorOf(session),
  });
}

/** Documents of an earlier software version contain them only in their parts. */
function configurationsOf({ configurations, issuance, presentation }: SessionDocument): readonly string[] | undefined {
  return configurations ?? issuance?.configurationIds ?? (presentation && [presentation.configurationId]);
}

/** Redemptions of an offer for several wallets. */
function redemptionsOf({ issuance }: SessionDocument): JsonObject | undefined {
  if (issuance?.redemptions === undefined) return undefined;
  return { limit: issuance.redemptions.limit, redeemed: redeemedPlaces(issuance.redemptions) };
}

/** The wallet's last refusal. It stays even if the wallet has succeeded later. */
function lastErrorOf({ lastRefusal }: SessionDocument): JsonObject | undefined {
  if (lastRefusal === undefined) return undefined;
  const { code, step, at, description, reason, credential } = lastRefusal;
  const known = isReason(reasons, reason) ? explained(reason) : { reason };
  return withoutUndefined({ code, step, at: isoTime(at), description, ...known, credential });
}

/** The link of an unused request, or the presented data of a verified one. */
function presentationView(contents: SessionContents): JsonObject {
  const { session, presentationRequest, credentials, now } = contents;
  const state = session.presentation?.progress.state;
  const unused = (state === 'created' || state === 'requested') && now < requestLife(session).expiresAt;
  return {
    request_uri: unused && isObject(presentationRequest) ? presentationRequest.requestUri : undefined,
    vp_nonce: unused ? session.presentation?.nonce : undefined,
    credentials,
    credentialsErased: contents.credentialsErased === true ? true : undefined,
    checks: session.presentation?.checks,
  };
}

/** Why the session failed; for an open presentation request, why the last response was refused. */
function errorOf({ session: { issuance, presentation }, describe }: SessionContents): JsonObject | undefined {
  if (issuance?.progress.state === 'failed') {
    const { reason, sealedDescription } = issuance.progress;
    const described = { description: describe(sealedDescription, 'claims-finding') };
    return withoutUndefined({ code: reason, ...explained(issuanceReason(reason)), ...described });
  }
  const progress = presentation?.progress;
  if (progress?.state === 'rejected') {
    return withoutUndefined({
      code: progress.reason,
      ...explained(presentationReason(progress.reason)),
      credential: progress.credential,
      description: progress.finding ?? describe(progress.sealedDescription, 'wallet-error'),
    });
  }
  if (progress?.state !== 'requested' && progress?.state !== 'expired') return undefined;
  if (progress.lastError === undefined) return undefined;
  const { lastError: code, credential, finding: description } = progress;
  return withoutUndefined({ code, ...explained(presentationReason(code)), credential, description });
}

/** The catalogue's texts about a reason. */
function explained(reason: Reason | undefined): JsonObject {
  if (reason === undefined) return {};
  const { explanation, hint } = reasons[reason];
  return { reason, explanation, hint };
}

/** The status that the API returns: a session that has expired is `expired`, even before a job has stored that. */
export function sessionStatus(session: SessionDocument, now: number): SessionDocument['status'] {
  const end = expiryOf(session);
  return end !== undefined && end <= now ? 'expired' : session.status;
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
    progress?.state === 'pushed' || progress?.state === 'authorized' || progress?.state === 'presentation_required'
      ? progress.request
      : undefined;
  if (request === undefined) return undefined;
  return withoutUndefined({
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    code_challenge: request.codeChallenge,
    code_challenge_method: request.codeChallenge === undefined ? undefined : 'S256',
    dpop_jkt: request.dpopJkt,
  });
}

function withoutUndefined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
