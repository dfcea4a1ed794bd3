/**
 * Settles a claims request in its session. The response or the failure is written there first, with its event, by
 * compare-and-set from `expected`. The delivery ends after that. A crash in between leaves nothing undecided, and a
 * stored response is never replaced. The same write removes the delivery's mark, because no delivery waits for a claims
 * request, and the rest of it no longer needs the session.
 */

import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import { type AnnouncedTransition, announced } from '@countersign/shared/model/session/announcement';
import { answerClaims, giveUpClaims } from '@countersign/shared/model/session/claims';
import { type SessionTransition, takeSessionTransition } from '@countersign/shared/model/session/session-change';
import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { DispatcherPlatform } from '../sending/dispatcher-platform.ts';
import { DELIVERED, type DeliveryEnd, deadBecause } from './delivery-state.ts';
import { withoutMark } from './without-mark.ts';

/** How a claims request has ended, by its session; undefined while claims are expected. */
export function claimsEnd({ claims }: SessionDocument, { data }: DeliveryDocument): DeliveryEnd | undefined {
  // The issuance was restarted with another presentation.
  if (claims === undefined || claims.requestId !== data.request) return deadBecause('superseded');
  switch (claims.state) {
    case 'expected':
      return undefined;
    case 'answered':
    case 'ready':
      return DELIVERED;
    case 'failed':
      return deadBecause(claims.reason);
    default:
      return claims satisfies never;
  }
}

/** A claims request that was settled by this worker, or before. */
export interface SettledRequest {
  /** How its delivery ends. */
  readonly end: DeliveryEnd;
  /** The session without the delivery's mark; absent if another write has settled the request. */
  readonly unmarked?: SessionDocument;
}

/** Time (milliseconds) after which no wallet waits for the claims of the session. */
export function claimsDeadline({ claims }: SessionDocument): number {
  return claims?.deadline ?? 0;
}

/**
 * Stores the webhook's response.
 * @param answer its text
 * @returns undefined if the session was erased
 */
export async function storeAnswer(
  platform: DispatcherPlatform,
  session: SessionDocument,
  delivery: DeliveryDocument,
  answer: string,
): Promise<SettledRequest | undefined> {
  const vault = await platform.vaults.of(session.tenant);
  const sealed = vault.seal(answer, `session/${session.id}/claims`);
  const requestId = requestOf(delivery);
  return settle(platform, session, delivery, (present) =>
    answerClaims(present, { requestId, answer: sealed, now: platform.clock() }),
  );
}

/** Fails the session's claims: a later response is dropped. @returns as `storeAnswer` */
export async function giveUpRequest(
  platform: DispatcherPlatform,
  session: SessionDocument,
  delivery: DeliveryDocument,
  reason: string,
): Promise<SettledRequest | undefined> {
  const requestId = requestOf(delivery);
  return settle(platform, session, delivery, (present) => giveUpClaims(present, { requestId, reason }));
}

interface Settling {
  readonly end: DeliveryEnd | undefined;
  /** Whether this write has settled it. */
  readonly settled: boolean;
}

async function settle(
  platform: DispatcherPlatform,
  session: SessionDocument,
  delivery: DeliveryDocument,
  transition: (session: SessionDocument) => AnnouncedTransition<SessionDocument>,
): Promise<SettledRequest | undefined> {
  // The wallet has written the session during the webhook call, so a write based on the earlier read would only
  // conflict.
  const present = await ofTenant(platform.store, session.tenant).get(sessions, session.id);
  if (present === undefined) return undefined;
  const taken = await takeSessionTransition(platform, present, (document): SessionTransition<Settling> => {
    const { document: next, announces } = transition(document);
    const end = claimsEnd(next, delivery);
    if (next === document || end === undefined) return { document, events: [], result: { end, settled: false } };
    const unmarked = withoutMark(platform, next, delivery.id, { ...delivery, state: end.state });
    const events = announces.map((each) => announced(platform, next, each));
    return { document: unmarked, events, result: { end, settled: true } };
  });
  if (taken?.result.end === undefined) return undefined;
  const { end, settled } = taken.result;
  return { end, ...(settled ? { unmarked: taken.document } : {}) };
}

/** The presentation request of a claims delivery. */
function requestOf({ data }: DeliveryDocument): string {
  return typeof data.request === 'string' ? data.request : '';
}
