/** Issuance sessions as wallets reach them: by a reference whose handle finds the document. */

import type { EventType } from '@countersign/shared/bus/catalogue';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import {
  type Bearer,
  changeSession,
  type ReferencedWith,
  type SessionWith,
  sessionWithPart,
} from '@countersign/shared/model/session-change';
import { withExpiry } from '@countersign/shared/model/session-expiry';
import type { IssuancePart, SessionClaims, SessionDocument } from '@countersign/shared/model/sessions';
import { newEvent } from '@countersign/shared/outbox/events';
import type { OutboxEntry } from '@countersign/shared/outbox/outbox';
import type { Platform } from '@countersign/shared/runtime/service';
import { isEnded, withoutPersonalData } from '../protocol/personal-data.ts';

export type IssuanceSession = SessionWith<'issuance'>;

export type Found = ReferencedWith<'issuance'>;

/** The issuance session that a wallet-facing value names, in the tenant of the request; undefined where there is none. */
export function findSession(
  platform: Pick<Platform, 'store'>,
  bearer: Bearer,
  reference: Json | undefined,
): Promise<Found | undefined> {
  return sessionWithPart(platform, 'issuance', bearer, reference);
}

export interface Change {
  readonly issuance: IssuancePart;
  readonly events?: readonly OutboxEntry[];
  /** What becomes of the claims that a webhook gives; absent: nothing. */
  readonly claims?: SessionClaims | 'none';
  /** What becomes of the sealed claims webhook; absent: nothing. */
  readonly claimsWebhook?: string | 'none';
  /** The end of an issuance erases by itself; this erases what is needed no more without it. */
  readonly erase?: true;
}

/**
 * Takes a transition by compare-and-set; decides anew where the revision moved. Events are pushed by the same write, and
 * the end of an issuance takes along what it was made of.
 * @param decide pure; returns the same part for "nothing to write"; throws what the wallet gets
 * @returns the session as stored; undefined where it is gone (purged meanwhile)
 */
export async function changeIssuance(
  platform: Pick<Platform, 'store' | 'clock' | 'wakeRelay'>,
  session: IssuanceSession,
  decide: (part: IssuancePart, document: IssuanceSession) => Change,
): Promise<IssuanceSession | undefined> {
  const stored = await changeSession(platform, session, (document) => {
    if (document.issuance === undefined) return undefined;
    const present = { ...document, issuance: document.issuance };
    const change = decide(present.issuance, present);
    const { issuance, events = [] } = change;
    if (issuance === present.issuance && change.claims === undefined) return undefined;
    const changed = { ...withClaims(present, change), issuance, status: issuance.progress.state };
    const erases = change.erase === true || isEnded(issuance.progress);
    return { document: withExpiry(erases ? withoutPersonalData(changed) : changed), events };
  });
  return stored?.issuance === undefined ? undefined : { ...stored, issuance: stored.issuance };
}

/**
 * As `changeIssuance`, for a request that proves itself with something that is used once. What would be refused uses up
 * nothing, and what is written has used it; a write that fails behind the mark costs a request with a new proof.
 * @param use marks it as used; its rejection is what the wallet gets
 */
export async function changeIssuanceOnce(
  platform: Pick<Platform, 'store' | 'clock' | 'wakeRelay'>,
  session: IssuanceSession,
  use: () => Promise<void>,
  decide: (part: IssuancePart, document: IssuanceSession) => Change,
): Promise<IssuanceSession | undefined> {
  decide(session.issuance, session);
  await use();
  return changeIssuance(platform, session, decide);
}

function withClaims(document: SessionDocument, { claims, claimsWebhook }: Change): SessionDocument {
  const { claims: claimsBefore, webhooks: webhooksBefore, ...rest } = document;
  const { claims: webhookBefore, ...others } = webhooksBefore ?? {};
  const keptClaims = claims === undefined ? claimsBefore : claims === 'none' ? undefined : claims;
  const webhook = claimsWebhook === undefined ? webhookBefore : claimsWebhook === 'none' ? undefined : claimsWebhook;
  const webhooks = { ...others, ...(webhook === undefined ? {} : { claims: webhook }) };
  return {
    ...rest,
    ...(keptClaims === undefined ? {} : { claims: keptClaims }),
    ...(Object.keys(webhooks).length === 0 ? {} : { webhooks }),
  };
}

/** An event of the issuer about a session. */
export function issuanceEvent(
  platform: Pick<Platform, 'clock' | 'random' | 'settings'>,
  session: SessionDocument,
  type: EventType,
  data: JsonObject = {},
): OutboxEntry {
  const { clock, random, settings } = platform;
  return newEvent({
    type,
    session: session.id,
    tenant: session.tenant,
    data,
    source: settings.PUBLIC_URL,
    clock,
    random,
  });
}
