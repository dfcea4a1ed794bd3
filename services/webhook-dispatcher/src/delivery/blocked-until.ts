/** Whether a delivery may be sent now: in the order of its session, and while the breaker of its target is closed. */

import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import { isNotice, webhookOf } from '@countersign/shared/model/session/pending';
import { type SessionDocument, sessions } from '@countersign/shared/model/session/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { DeliveryWorker } from '../sending/dispatcher-platform.ts';
import { claimsDeadline } from './claims-request.ts';
import { isDeliveredOrDead } from './delivery-state.ts';
import { spread } from './jitter.ts';
import { makeDelivery } from './make-delivery.ts';
import type { TargetQueue } from './target-queues.ts';
import { withoutMark } from './without-mark.ts';

/** Shortest time, milliseconds, until a blocked delivery is checked again. */
export const RECHECK = 1000;

export interface WaitingDelivery {
  readonly delivery: DeliveryDocument;
  readonly session: SessionDocument | undefined;
  readonly queue: Pick<TargetQueue, 'openUntil'>;
}

/**
 * When a delivery that must not be sent now is due again.
 * @returns milliseconds; undefined if it may be sent
 */
export async function blockedUntil(
  worker: Pick<DeliveryWorker, 'platform' | 'enqueue'>,
  { delivery, session, queue }: WaitingDelivery,
): Promise<number | undefined> {
  const { platform } = worker;
  const isClaims = delivery.webhook === 'claims';
  const before = session === undefined || isClaims ? 0 : await openBefore(worker, session, delivery.id);
  const blocked = Math.max(queue.openUntil(), before);
  // A claims request ends at its deadline, even while its target is blocked.
  const latest = session !== undefined && isClaims ? claimsDeadline(session) : Number.POSITIVE_INFINITY;
  if (blocked <= platform.clock() || platform.clock() >= latest) return undefined;
  return Math.min(spread(platform, blocked), latest);
}

/** When the session's first earlier open delivery is due; 0 without one. Also clears the marks of ended deliveries. */
async function openBefore(
  { platform, enqueue }: Pick<DeliveryWorker, 'platform' | 'enqueue'>,
  session: SessionDocument,
  id: string,
): Promise<number> {
  const marks = session.pendingDeliveries;
  const place = marks.findIndex((mark) => mark.id === id);
  for (const mark of marks.slice(0, Math.max(place, 0))) {
    // A claims request has its own schedule: no delivery waits for it, nor it for any. No delivery waits for a notice.
    if (webhookOf(session.webhooks, mark.type) === 'claims' || isNotice(mark.type)) continue;
    const before = await makeDelivery(platform, session, mark);
    if (before !== undefined && !isDeliveredOrDead(before)) {
      enqueue(before);
      return Math.max(before.dueAt ?? 0, platform.clock() + RECHECK);
    }
    const clear = (present: SessionDocument): SessionDocument => withoutMark(platform, present, mark.id, before);
    const cleared = await ofTenant(platform.store, session.tenant).update(sessions, session.id, clear);
    if (cleared?.events !== undefined) platform.wakeRelay(cleared);
  }
  return 0;
}
