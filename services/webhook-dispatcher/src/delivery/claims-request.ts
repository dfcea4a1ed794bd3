/**
 * Settles a claims request in its session: the answer, or the failure, is written there first, with its event, by
 * compare-and-set from `expected`; the delivery ends after that. A crash in between leaves nothing undecided, and a stored
 * answer is never replaced. The same write removes the mark of the delivery: no delivery waits for a claims request, and
 * what is left of it has no use for the session.
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
  /** The session without the mark of the delivery; absent where another write has settled the request. */
  readonly unmarked?: SessionDocument;
}

/** Time (milliseconds) after which no wallet waits for the claims of the session. */
export function claimsDeadline({ claims }: SessionDocument): number {
  return claims?.deadline ?? 0;
}

/**
 * Stores the answer of the webhook.
 * @param answer its text
 * @returns undefined where the session was erased
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

/** Fails the claims of the session: an answer that arrives later is dropped. @returns as `storeAnswer` */
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
  // The wallet has written the session during the call of the webhook: a write of what was read before it only conflicts.
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

/** The presentation request that a delivery asks claims for. */
function requestOf({ data }: DeliveryDocument): string {
  return typeof data.request === 'string' ? data.request : '';
}
