/**
 * The presentation request of an issuance, created by the first fetch, or after the event of the issuer where no wallet
 * fetches it at once. Both use the same compare-and-set; the one that loses serves the request of the winner.
 */

import type { EventHandler } from '@countersign/shared/bus/port';
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import type { PresentationAttempt } from '@countersign/shared/model/issuance/issuance-part';
import { attemptOf } from '@countersign/shared/model/issuance-attempt';
import { takeSessionTransition } from '@countersign/shared/model/session-change';
import { callsWebhooks, type SessionDocument, sessions } from '@countersign/shared/model/sessions';
import { interactionEndpoint } from '@countersign/shared/openid4vp/interaction';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Configuration, Configurations } from '../query/configurations.ts';
import { changePresentation } from '../session/change-presentation.ts';
import { type PlacedRequest, placeRequest, type RequestOfAttempt } from '../session/presentation-begin-transitions.ts';
import type { PresentationSession } from '../session/presentation-state.ts';
import { fetchRequest } from '../session/presentation-transitions.ts';
import { type NewRequest, newRequest } from './new-request.ts';
import type { UnfetchedRequests, WaitingSession } from './unfetched-requests.ts';

/** Handles `presentation-requests`. It uses the request id in the session, so a late event has no effect. */
export function presentationRequests(
  platform: Platform,
  configurations: Configurations,
  unfetched: UnfetchedRequests,
): EventHandler {
  return async ({ subject: id, data: { tenant } }) => {
    if (!unfetched.wait({ id, tenant })) await prepareUnfetched(platform, configurations, { id, tenant });
  };
}

/** Prepares the request that a session names now, where it waits for a presentation. */
export async function prepareUnfetched(
  platform: Platform,
  configurations: Configurations,
  { id, tenant }: WaitingSession,
): Promise<void> {
  const session = await ofTenant(platform.store, tenant).get(sessions, id);
  const attempt = attemptOf(session?.issuance);
  if (session !== undefined && attempt !== undefined) {
    await prepareRequest(platform, configurations, session, attempt.requestId);
  }
}

/** The request of an issuance: as stored, or made just now and not stored yet. */
export interface RequestOfIssuance {
  /** With the part of the request. */
  readonly session: PresentationSession;
  /** Set where it is not stored yet: what is to be written, and the session as it was read. */
  readonly made?: { readonly request: RequestOfAttempt; readonly before: SessionDocument };
}

/**
 * The session with the presentation part of a request id, stored.
 * @param requestId hash of the secret in the address of the request
 * @returns undefined where the issuance names another request by now, or its configuration no longer exists
 */
export async function prepareRequest(
  platform: Platform,
  configurations: Configurations,
  session: SessionDocument,
  requestId: string,
): Promise<PresentationSession | undefined> {
  const found = await requestOfIssuance(platform, configurations, session, requestId);
  if (found?.made === undefined) return found?.session;
  return (await place(platform, found.made.before, found.made.request))?.session;
}

/** The same without a write: a request that is missing is made, and stored by `takeFetched`. */
export async function requestOfIssuance(
  platform: Platform,
  configurations: Configurations,
  before: SessionDocument,
  requestId: string,
): Promise<RequestOfIssuance | undefined> {
  const attempt = attemptOf(before.issuance);
  if (attempt === undefined || !sameHash(attempt.requestId, requestId)) return undefined;
  const stored = before.presentation?.requestHash === attempt.requestId ? withPart(before) : undefined;
  if (stored !== undefined) return { session: stored };
  const configuration = await configurations.get(before.tenant, attempt.configurationId);
  if (configuration === undefined) return undefined;
  const request = await newRequestOf(platform, configuration, before, attempt);
  const session = withPart(placeRequest(before, request).document);
  return session && { session, made: { request, before } };
}

/**
 * Writes that a wallet has fetched the request; where it is not stored yet, in the write that stores it.
 * @returns the session as stored; `another` where another replica has stored its own request before: the caller serves that
 *   one; undefined where the session was purged or names another request now
 */
export async function takeFetched(
  platform: Platform,
  { session, made }: RequestOfIssuance,
): Promise<PresentationSession | 'another' | undefined> {
  if (made === undefined) return (await changePresentation(platform, session, fetchRequest))?.session;
  const placed = await place(platform, made.before, { ...made.request, fetched: true });
  return placed?.result === 'present' ? 'another' : placed?.session;
}

async function newRequestOf(
  platform: Platform,
  configuration: Configuration,
  session: SessionDocument,
  attempt: PresentationAttempt,
): Promise<RequestOfAttempt> {
  const vault = await platform.vaults.of(session.tenant);
  const { presentation } = await newRequest(platform, {
    session,
    configuration,
    requestUri: vault.open(attempt.sealedRequestUri, `session/${session.id}/presentation-request`),
    requestHash: attempt.requestId,
    ...answeredWhere(platform, session.tenant, attempt),
    life: { createdAt: attempt.createdAt, expiresAt: attempt.expiresAt },
  });
  const seal = (text: string): string => vault.seal(text, `session/${session.id}/webhook/result`);
  const resultWebhook = callsWebhooks(session) ? sealedWebhook(configuration, seal) : undefined;
  return { presentation, ...(resultWebhook === undefined ? {} : { resultWebhook }) };
}

/** @returns undefined where a new attempt has begun: the request created here is discarded */
async function place(
  platform: Platform,
  session: SessionDocument,
  request: RequestOfAttempt,
): Promise<{ readonly session: PresentationSession; readonly result: PlacedRequest } | undefined> {
  const placed = await takeSessionTransition(platform, session, (document) => ({
    ...placeRequest(document, request),
    events: [],
  }));
  const stored = placed === undefined || placed.result === 'superseded' ? undefined : withPart(placed.document);
  return placed && stored && { session: stored, result: placed.result };
}

/** Where the answer comes, and in which mode: to the response endpoint, or with the `auth_session` of the attempt. */
function answeredWhere(
  { settings, requirementsOf }: Platform,
  tenant: string,
  { interaction: dialect, channel }: PresentationAttempt,
): Pick<NewRequest, 'responseMode' | 'interaction' | 'pageOrigin'> {
  const { INTERACTIVE_AUTHORIZATION, INTERACTIVE_RESPONSE, PUBLIC_URL } = settings;
  const page = channel === 'browser' ? { pageOrigin: new URL(PUBLIC_URL).origin } : {};
  if (dialect === undefined) return { responseMode: 'direct_post.jwt', ...page };
  const plain = INTERACTIVE_RESPONSE === 'plain' && requirementsOf(tenant).profile !== 'haip';
  const endpoint = interactionEndpoint(credentialIssuer(PUBLIC_URL, tenant), dialect);
  const interaction = { dialect, endpoint, signed: INTERACTIVE_AUTHORIZATION !== 'unsigned' };
  return { responseMode: plain ? `${dialect}_post` : `${dialect}_post.jwt`, interaction };
}

function withPart(session: SessionDocument): PresentationSession | undefined {
  return session.presentation === undefined ? undefined : { ...session, presentation: session.presentation };
}

/** The webhook of the configuration; it is called where there is no claims webhook. */
function sealedWebhook({ webhook }: Configuration, seal: (text: string) => string): string | undefined {
  return webhook === undefined ? undefined : seal(JSON.stringify(webhook));
}
