/** Makes one attempt of a leased delivery, unless there is nothing left to deliver. */

import { secondsSince } from '@countersign/shared/metrics/metrics';
import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { inSpan } from '@countersign/shared/tracing/span';
import type { DeliveryWorker } from '../sending/dispatcher-platform.ts';
import { type AttemptResult, isTargetFailure } from '../sending/outcome.ts';
import { carriesPresentation } from '../sending/payload-type.ts';
import { type PreparedWebhook, prepareWebhook } from '../sending/send.ts';
import { sendAuthorized } from '../sending/send-authorized.ts';
import { RECHECK } from './blocked-until.ts';
import { claimsDeadline, claimsEnd, giveUpRequest, type SettledRequest } from './claims-request.ts';
import { deadBecause } from './delivery-state.ts';
import { releaseLease } from './delivery-transitions.ts';
import { changeLeased, finishDelivery, type LeasedDelivery, removeDelivery, SESSION_GONE } from './finish-delivery.ts';
import { spread } from './jitter.ts';
import { openWebhook } from './make-delivery.ts';
import { presentedIsErased, webhookDeadline } from './pending-mark.ts';
import { recordAttempt } from './record-attempt.ts';
import type { TargetQueue } from './target-queues.ts';

export interface DeliveryAttempted {
  readonly leased: LeasedDelivery;
  readonly session: SessionDocument | undefined;
  readonly queue: TargetQueue;
}

export async function attemptDelivery(
  worker: DeliveryWorker,
  { leased, session, queue }: DeliveryAttempted,
): Promise<void> {
  const { platform } = worker;
  const { delivery } = leased;
  // The erasure of a session removes its deliveries. A delivery created after that is removed here.
  if (session === undefined) return removeDelivery(platform, leased);
  const end = await endBefore(worker, delivery, session);
  if (end === SESSION_GONE) return finishDelivery(worker, leased, end);
  if (end !== undefined) return finishDelivery(worker, leased, end.end, { unmarked: end.unmarked });
  const config = await openWebhook(platform, session, delivery.webhook);
  if (config === undefined) return finishDelivery(worker, leased, deadBecause('no_webhook'));
  const prepared = await prepareWebhook(platform, session, delivery, config);
  const at = platform.clock();
  const begun = performance.now();
  const result = await send(worker, { id: delivery.id, prepared, queue });
  const now = platform.clock();
  // The breaker was open, or a stop aborted the request: the schedule does not count this as an attempt.
  if (result === undefined || ('error' in result && result.error === 'aborted')) {
    const later = result === undefined ? spread(platform, Math.max(queue.openUntil(), now + RECHECK)) : now;
    const dueAt = delivery.webhook === 'claims' ? Math.min(later, claimsDeadline(session)) : later;
    await changeLeased(platform, leased, (present) => releaseLease(present, leased.lease, dueAt));
    return;
  }
  platform.metrics.observe('countersign_delivery_duration_seconds', { webhook: delivery.webhook }, secondsSince(begun));
  await recordAttempt(worker, { leased, session, result, at, now, body: prepared.body });
}

interface Sending {
  readonly id: string;
  readonly prepared: PreparedWebhook;
  readonly queue: TargetQueue;
}

/** @returns undefined if the breaker is open */
function send(
  { platform, outbound, tokens, signal }: DeliveryWorker,
  { id, prepared, queue }: Sending,
): Promise<AttemptResult | undefined> {
  return queue.attempt(
    () =>
      inSpan('webhook', { kind: 'client' }, () => sendAuthorized(platform, tokens, { id, prepared, outbound, signal })),
    isTargetFailure,
  );
}

/** Why there is nothing left to deliver, although the delivery has not ended. */
async function endBefore(
  { platform }: DeliveryWorker,
  delivery: DeliveryDocument,
  session: SessionDocument,
): Promise<SettledRequest | typeof SESSION_GONE | undefined> {
  // Presented data must not be sent after the session has expired.
  if (platform.clock() >= webhookDeadline(platform.settings, session)) return { end: deadBecause('expired') };
  if (delivery.webhook === 'claims') {
    const settled = claimsEnd(session, delivery);
    if (settled !== undefined) return { end: settled };
    if (platform.clock() >= claimsDeadline(session)) {
      return (await giveUpRequest(platform, session, delivery, 'claims_deadline')) ?? SESSION_GONE;
    }
  }
  // The issuance was restarted meanwhile: the session has the data of a different presentation.
  if (
    carriesPresentation(delivery.type, session.presentation) &&
    session.presentation?.requestHash !== delivery.data.request
  ) {
    return { end: deadBecause('superseded') };
  }
  // A replay was requested while the outcome was written: the webhook has the data, and the outcome erased it. Or the
  // time is over after which an intermediary erases it.
  return presentedIsErased(session, delivery, platform.clock())
    ? { end: deadBecause('credentials_erased') }
    : undefined;
}
