/**
 * The presentation request of an issuance (architecture, attempts): made at the event of the issuer or at the first
 * fetch, whichever is first. Both are the same conditional write; who loses serves what the winner has made.
 */

import type { EventHandler } from '@countersign/shared/bus/port';
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import { attemptOf } from '@countersign/shared/model/issuance-attempt';
import { changeSession } from '@countersign/shared/model/session-change';
import {
  type PresentationAttempt,
  type SessionDocument,
  type SessionWebhooks,
  sessions,
} from '@countersign/shared/model/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Configuration, Configurations } from './configurations.ts';
import { type MadeRequest, newRequest } from './new-request.ts';
import type { PresentationSession } from './presentation-session.ts';

/** Handles `presentation-requests`: acts on the request id that the session names now, so a late event does nothing. */
export function presentationRequests(platform: Platform, configurations: Configurations): EventHandler {
  return async ({ subject, data }) => {
    const session = await ofTenant(platform.store, data.tenant).get(sessions, subject);
    const attempt = attemptOf(session?.issuance);
    if (session !== undefined && attempt !== undefined) {
      await prepareRequest(platform, configurations, session, attempt.requestId);
    }
  };
}

/**
 * The session with the presentation part of a request id.
 * @param requestId hash of the secret in the address of the request
 * @returns undefined where the issuance names another one now, or what it asks for is not configured any more
 */
export async function prepareRequest(
  platform: Platform,
  configurations: Configurations,
  session: SessionDocument,
  requestId: string,
): Promise<PresentationSession | undefined> {
  const attempt = attemptOf(session.issuance);
  if (attempt === undefined || !sameHash(attempt.requestId, requestId)) return undefined;
  if (session.presentation !== undefined && isOf(session, attempt)) return withPart(session);
  const configuration = await configurations.get(session.tenant, attempt.configurationId);
  if (configuration === undefined) return undefined;
  const vault = await platform.vaults.of(session.tenant);
  const made = await newRequest(platform, {
    session,
    configuration,
    requestUri: vault.open(attempt.sealedRequestUri, `session/${session.id}/presentation-request`),
    requestHash: attempt.requestId,
    responseMode: 'direct_post.jwt',
    life: { createdAt: attempt.createdAt, expiresAt: attempt.expiresAt },
  });
  const webhook = sealedWebhook(configuration, (text) => vault.seal(text, `session/${session.id}/webhook/result`));
  const stored = await changeSession(platform, session, (document) => {
    const present = attemptOf(document.issuance);
    // A new attempt has begun, or the part was made meanwhile: nothing of what was made here is used.
    if (present === undefined || present.requestId !== attempt.requestId || isOf(document, present)) return undefined;
    return { document: withRequest(document, made, webhook), events: [] };
  });
  const present = attemptOf(stored?.issuance);
  if (stored === undefined || present === undefined || present.requestId !== attempt.requestId) return undefined;
  return withPart(stored);
}

function isOf({ presentation }: SessionDocument, { requestId }: PresentationAttempt): boolean {
  return presentation?.requestHash === requestId;
}

function withPart(session: SessionDocument): PresentationSession | undefined {
  return session.presentation === undefined ? undefined : { ...session, presentation: session.presentation };
}

/** The key goes with the part that it belongs to, so its end is remembered by the same write. */
function withRequest(
  document: SessionDocument,
  { presentation }: MadeRequest,
  result: string | undefined,
): SessionDocument {
  const { responseKeyUntil: _, ...rest } = document;
  const { result: _before, ...others } = document.webhooks ?? {};
  const webhooks: SessionWebhooks = result === undefined ? others : { ...others, result };
  const until = presentation.life?.expiresAt;
  return {
    ...rest,
    presentation,
    ...(until === undefined ? {} : { responseKeyUntil: until }),
    ...(Object.keys(webhooks).length === 0 ? {} : { webhooks }),
  };
}

/** The configuration's own webhook; it is called where no claims webhook is. */
function sealedWebhook({ webhook }: Configuration, seal: (text: string) => string): string | undefined {
  return webhook === undefined ? undefined : seal(JSON.stringify(webhook));
}
