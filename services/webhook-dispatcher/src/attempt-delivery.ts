/** One attempt of a leased delivery, unless there is nothing left to deliver. */

import { stopwatch } from '@countersign/shared/metrics/metrics';
import type { DeliveryDocument } from '@countersign/shared/model/deliveries';
import { type DeliveryEnd, deadBecause } from '@countersign/shared/model/delivery/delivery-state';
import { releaseLease } from '@countersign/shared/model/delivery/delivery-transitions';
import { carriesPresentation } from '@countersign/shared/model/delivery/payload-type';
import { presentedIsErased, webhookDeadline } from '@countersign/shared/model/delivery/pending-mark';
import type { SessionDocument } from '@countersign/shared/model/sessions';
import { inSpan } from '@countersign/shared/tracing/span';
import { RECHECK } from './blocked-until.ts';
import { claimsDeadline, claimsEnd, giveUpRequest } from './claims-request.ts';
import type { DeliveryWorker } from './dispatcher-platform.ts';
import { changeLeased, finishDelivery, forgetDelivery, type LeasedDelivery, SESSION_GONE } from './finish-delivery.ts';
import { spread } from './jitter.ts';
import type { Lane } from './lanes.ts';
import { openWebhook } from './make-delivery.ts';
import { isTargetFailure, type TryResult } from './protocol/outcome.ts';
import { recordAttempt } from './record-attempt.ts';
import { type PreparedWebhook, prepareWebhook, sendWebhook } from './send.ts';

export interface DeliveryAttempted {
  readonly leased: LeasedDelivery;
  readonly session: SessionDocument | undefined;
  readonly lane: Lane;
}

export async function attemptDelivery(
  worker: DeliveryWorker,
  { leased, session, lane }: DeliveryAttempted,
): Promise<void> {
  const { platform } = worker;
  const { delivery } = leased;
  // Erased: the delivery goes too, in the erasure or, where it was made a moment later, here.
  if (session === undefined) return forgetDelivery(platform, leased);
  const end = await endBefore(worker, delivery, session);
  if (end !== undefined) return finishDelivery(worker, leased, end);
  const config = await openWebhook(platform, session, delivery.webhook);
  if (config === undefined) return finishDelivery(worker, leased, deadBecause('no_webhook'));
  const prepared = await prepareWebhook(platform, session, delivery, config);
  const at = platform.clock();
  const seconds = stopwatch();
  const result = await send(worker, { id: delivery.id, prepared, lane });
  const now = platform.clock();
  // Not let through by the breaker, or given up at a stop: no attempt of the schedule.
  if (result === undefined || ('error' in result && result.error === 'aborted')) {
    const later = result === undefined ? spread(platform, Math.max(lane.closedUntil(), now + RECHECK)) : now;
    const dueAt = delivery.webhook === 'claims' ? Math.min(later, claimsDeadline(session)) : later;
    await changeLeased(platform, leased, (present) => releaseLease(present, leased.lease, dueAt));
    return;
  }
  platform.metrics.observe('countersign_delivery_duration_seconds', { webhook: delivery.webhook }, seconds());
  await recordAttempt(worker, { leased, session, result, at, now });
}

interface Sending {
  readonly id: string;
  readonly prepared: PreparedWebhook;
  readonly lane: Lane;
}

/** @returns undefined where the breaker did not let it through */
function send(
  { platform, outbound, signal }: DeliveryWorker,
  { id, prepared, lane }: Sending,
): Promise<TryResult | undefined> {
  return lane.attempt(
    () => inSpan('webhook', { kind: 'client' }, () => sendWebhook(platform, outbound, id, prepared, signal)),
    isTargetFailure,
  );
}

/** Why there is nothing left to deliver, although the delivery has not ended. */
async function endBefore(
  { platform }: DeliveryWorker,
  delivery: DeliveryDocument,
  session: SessionDocument,
): Promise<DeliveryEnd | typeof SESSION_GONE | undefined> {
  // What was presented must not leave after the session's time.
  if (platform.clock() >= webhookDeadline(platform.settings, session)) return deadBecause('expired');
  if (delivery.webhook === 'claims') {
    const settled = claimsEnd(session, delivery);
    if (settled !== undefined) return settled;
    if (platform.clock() >= claimsDeadline(session)) {
      return (await giveUpRequest(platform, session, delivery, 'claims_deadline')) ?? SESSION_GONE;
    }
  }
  // The issuance has begun anew since: what stands in the session is of another presentation.
  if (carriesPresentation(delivery.type) && session.presentation?.requestHash !== delivery.data.request) {
    return deadBecause('superseded');
  }
  // Asked for again while its answer was written: the webhook has received it, and it went with that.
  return presentedIsErased(session, delivery) ? deadBecause('credentials_erased') : undefined;
}
