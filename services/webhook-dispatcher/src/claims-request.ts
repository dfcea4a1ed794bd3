/**
 * What a claims request does to its session: the answer, or the end of waiting, is written there first, with its event,
 * by compare-and-set from `expected`; the delivery follows. So a crash in between leaves nothing undecided, and an answer
 * that was stored is never replaced.
 */

import type { DeliveryDocument } from '@countersign/shared/model/deliveries';
import { changeSession } from '@countersign/shared/model/session-change';
import type { SessionClaims, SessionDocument } from '@countersign/shared/model/sessions';
import { newEvent } from '@countersign/shared/outbox/events';
import type { OutboxEntry } from '@countersign/shared/outbox/outbox';
import type { DispatcherPlatform } from './dispatcher-platform.ts';

/** How a delivery ends. */
export type ClaimsEnd =
  | { readonly state: 'delivered' }
  /** `superseded`: the issuance has begun anew, with another presentation. */
  | { readonly state: 'dead'; readonly reason: string };

/** What the session says of a claims request; undefined while its claims are expected. */
export function claimsEnd({ claims }: SessionDocument, { data }: DeliveryDocument): ClaimsEnd | undefined {
  if (claims === undefined || claims.requestId !== data.request) return { state: 'dead', reason: 'superseded' };
  switch (claims.state) {
    case 'expected':
      return undefined;
    case 'answered':
    case 'ready':
      return { state: 'delivered' };
    case 'failed':
      return { state: 'dead', reason: claims.reason };
  }
}

/** Time (milliseconds) after which nobody waits for the claims of the session any more. */
export function claimsDeadline({ claims }: SessionDocument): number {
  return claims?.deadline ?? 0;
}

/**
 * Stores the answer of the webhook.
 * @param answer its text
 * @returns how the delivery ends then; undefined where the session is gone
 */
export async function storeAnswer(
  platform: DispatcherPlatform,
  session: SessionDocument,
  delivery: DeliveryDocument,
  answer: string,
): Promise<ClaimsEnd | undefined> {
  const vault = await platform.vaults.of(session.tenant);
  const sealed = vault.seal(answer, `session/${session.id}/claims`);
  const event = claimsEvent(platform, session, delivery, 'webhook.answered.v1', {});
  const late = givenUp(platform, session, delivery, 'claims_deadline');
  return settle(platform, session, delivery, (claims) =>
    platform.clock() >= claims.deadline
      ? late(claims)
      : { claims: { ...claims, state: 'answered', answer: sealed }, event },
  );
}

/** Ends the waiting for claims: no other ones are issued then. @returns as `storeAnswer` */
export async function giveUpClaims(
  platform: DispatcherPlatform,
  session: SessionDocument,
  delivery: DeliveryDocument,
  reason: string,
): Promise<ClaimsEnd | undefined> {
  return settle(platform, session, delivery, givenUp(platform, session, delivery, reason));
}

type Expected = SessionClaims & { readonly state: 'expected' };
type Settled = { readonly claims: SessionClaims; readonly event: OutboxEntry };

async function settle(
  platform: DispatcherPlatform,
  session: SessionDocument,
  delivery: DeliveryDocument,
  next: (claims: Expected) => Settled,
): Promise<ClaimsEnd | undefined> {
  const stored = await changeSession(platform, session, (document) => {
    const { claims } = document;
    if (claims?.state !== 'expected' || claims.requestId !== delivery.data.request) return undefined;
    const settled = next(claims);
    return { document: { ...document, claims: settled.claims }, events: [settled.event] };
  });
  return stored === undefined ? undefined : claimsEnd(stored, delivery);
}

function givenUp(
  platform: DispatcherPlatform,
  session: SessionDocument,
  delivery: DeliveryDocument,
  reason: string,
): (claims: Expected) => Settled {
  const event = claimsEvent(platform, session, delivery, 'webhook.gave-up.v1', { reason });
  return ({ requestId, deadline }) => ({ claims: { requestId, deadline, state: 'failed', reason }, event });
}

function claimsEvent(
  { clock, random, settings }: DispatcherPlatform,
  { id, tenant }: SessionDocument,
  { data }: DeliveryDocument,
  type: 'webhook.answered.v1' | 'webhook.gave-up.v1',
  more: { readonly reason?: string },
): OutboxEntry {
  const request = typeof data.request === 'string' ? data.request : '';
  const source = settings.PUBLIC_URL;
  return newEvent({ type, session: id, tenant, data: { request, ...more }, source, clock, random });
}
