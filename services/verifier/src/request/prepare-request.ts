/**
 * The presentation request of an issuance, created by the issuer's event or by the first fetch, whichever comes first.
 * Both use the same compare-and-set, and the loser serves the winner's request.
 */

import type { EventHandler } from '@countersign/shared/bus/port';
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { isHighAssurance } from '@countersign/shared/flow-config/tenant-profile';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { attemptOf } from '@countersign/shared/model/session/issuance-attempt';
import type { PresentationAttempt } from '@countersign/shared/model/session/issuance-part';
import { takeSessionTransition } from '@countersign/shared/model/session/session-change';
import { callsWebhooks, type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import { interactionEndpoint } from '@countersign/shared/openid4vp/interaction';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Configuration, Configurations } from '../query/configurations.ts';
import type { RequestRegistrations } from '../registration/registration-of-request.ts';
import { placeRequest, type RequestOfAttempt } from '../session/presentation-begin-transitions.ts';
import type { PresentationSession } from '../session/presentation-state.ts';
import { type NewRequest, newRequest } from './new-request.ts';
import { receivedRaw } from './raw-request.ts';

/**
 * The session with the presentation part for a request id, which is a hash of the secret in the request's address.
 * Undefined if the issuance has a different request by now, or its configuration no longer exists.
 */
export type PrepareRequest = (session: SessionDocument, requestId: string) => Promise<PresentationSession | undefined>;

/** The event and the first fetch arrive together. A process creates the request once for both. */
export function createPrepareRequest(
  platform: Platform,
  configurations: Configurations,
  registrations: Pick<RequestRegistrations, 'unchecked'>,
): PrepareRequest {
  /** By request id. */
  const running = new Map<string, Promise<PresentationSession | undefined>>();
  return async (session, requestId) => {
    const attempt = attemptOf(session.issuance);
    if (attempt === undefined || !sameHash(attempt.requestId, requestId)) return undefined;
    if (session.presentation?.requestHash === attempt.requestId) return withPart(session);
    const present = running.get(requestId);
    if (present !== undefined) return present;
    const ended = place({ platform, configurations, registrations }, session, attempt).finally(() =>
      running.delete(requestId),
    );
    running.set(requestId, ended);
    return ended;
  };
}

/** Handles `presentation-requests`. It uses the request id in the session, so a late event has no effect. */
export function presentationRequests(platform: Platform, prepareRequest: PrepareRequest): EventHandler {
  return async ({ subject, data }) => {
    const session = await ofTenant(platform.store, data.tenant).get(sessions, subject);
    const attempt = attemptOf(session?.issuance);
    if (session !== undefined && attempt !== undefined) await prepareRequest(session, attempt.requestId);
  };
}

interface PlaceParts {
  readonly platform: Platform;
  readonly configurations: Configurations;
  readonly registrations: Pick<RequestRegistrations, 'unchecked'>;
}

async function place(
  { platform, configurations, registrations }: PlaceParts,
  session: SessionDocument,
  attempt: PresentationAttempt,
): Promise<PresentationSession | undefined> {
  const configuration = await configurations.get(session.tenant, attempt.configurationId);
  // The issuer's link names the tenant's certificate, so a profile without one is refused before.
  if (configuration === undefined || configuration.profile !== undefined) return undefined;
  const registration = await registrations.unchecked(session.tenant, configuration);
  const request = await newRequestOf(platform, { configuration, registration }, session, attempt);
  const placed = await takeSessionTransition(platform, session, (document) => ({
    ...placeRequest(document, request),
    events: [],
  }));
  // A new attempt has started, so the request created here is discarded.
  if (placed === undefined || placed.result === 'superseded') return undefined;
  return withPart(placed.document);
}

async function newRequestOf(
  platform: Platform,
  { configuration, registration }: Pick<NewRequest, 'configuration' | 'registration'>,
  session: SessionDocument,
  attempt: PresentationAttempt,
): Promise<RequestOfAttempt> {
  const vault = await platform.vaults.of(session.tenant);
  const seal = (text: string): string => vault.seal(text, `session/${session.id}/webhook/result`);
  const resultWebhook = callsWebhooks(session) ? sealedWebhook(configuration, seal) : undefined;
  const { presentation } = await newRequest(platform, {
    session,
    configuration: receivedRaw(configuration, resultWebhook ?? session.webhooks?.claims),
    registration,
    requestUri: vault.open(attempt.sealedRequestUri, `session/${session.id}/presentation-request`),
    requestHash: attempt.requestId,
    ...answeredWhere(platform, session.tenant, attempt),
    ...(attempt.verifier === undefined ? {} : { verifier: attempt.verifier }),
    life: { createdAt: attempt.createdAt, expiresAt: attempt.expiresAt },
  });
  return { presentation, ...(resultWebhook === undefined ? {} : { resultWebhook }) };
}

/** Where the response arrives, and in which mode: at the response endpoint, or with the attempt's `auth_session`. */
function answeredWhere(
  { settings, requirementsOf }: Platform,
  tenant: string,
  { interaction: dialect, channel }: PresentationAttempt,
): Pick<NewRequest, 'responseMode' | 'interaction' | 'pageOrigin'> {
  const { INTERACTIVE_AUTHORIZATION, INTERACTIVE_RESPONSE, PUBLIC_URL } = settings;
  const page = channel === 'browser' ? { pageOrigin: new URL(PUBLIC_URL).origin } : {};
  if (dialect === undefined) return { responseMode: 'direct_post.jwt', ...page };
  const plain = INTERACTIVE_RESPONSE === 'plain' && !isHighAssurance(requirementsOf(tenant).profile);
  const endpoint = interactionEndpoint(credentialIssuer(PUBLIC_URL, tenant), dialect);
  const interaction = { dialect, endpoint, signed: INTERACTIVE_AUTHORIZATION !== 'unsigned' };
  return { responseMode: plain ? `${dialect}_post` : `${dialect}_post.jwt`, interaction };
}

function withPart(session: SessionDocument): PresentationSession | undefined {
  return session.presentation === undefined ? undefined : { ...session, presentation: session.presentation };
}

/** The configuration's webhook, used if there is no claims webhook. */
function sealedWebhook({ webhook }: Configuration, seal: (text: string) => string): string | undefined {
  return webhook === undefined ? undefined : seal(JSON.stringify(webhook));
}
