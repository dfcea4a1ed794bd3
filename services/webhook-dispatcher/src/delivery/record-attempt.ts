/** Records an attempt: the delivery ends, or the schedule sets the next attempt. Logs one line per attempt. */

import type { DeliveryAttempt, DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { answerExcerpt } from '../sending/answer-excerpt.ts';
import type { DeliveryWorker, DispatcherPlatform } from '../sending/dispatcher-platform.ts';
import { type AttemptResult, type Outcome, outcomeOf } from '../sending/outcome.ts';
import { claimsAnswer } from './claims-answer.ts';
import { reportClaimsAttempt } from './claims-attempt.ts';
import { claimsDeadline, giveUpRequest, type SettledRequest, storeAnswer } from './claims-request.ts';
import { claimsPauses } from './claims-schedule.ts';
import { attemptsMade, DELIVERED, deadBecause } from './delivery-state.ts';
import { recordFailedAttempt } from './delivery-transitions.ts';
import {
  changeLeased,
  type FinishedDelivery,
  finishDelivery,
  type LeasedDelivery,
  SESSION_GONE,
} from './finish-delivery.ts';
import { chance } from './jitter.ts';
import { logAttempt } from './log-attempt.ts';
import { webhookDeadline } from './pending-mark.ts';
import { redirectIn } from './redirect-answer.ts';
import { nextAttempt, pausesOf, type Schedule } from './schedule.ts';

export interface Attempted {
  readonly leased: LeasedDelivery;
  readonly session: SessionDocument;
  readonly result: AttemptResult;
  /** Start and end, milliseconds. */
  readonly at: number;
  readonly now: number;
  /** The request's. */
  readonly body: string;
}

export async function recordAttempt(worker: DeliveryWorker, attempted: Attempted): Promise<void> {
  const { result, at, now, leased, body } = attempted;
  const isClaims = leased.delivery.webhook === 'claims';
  const answer = isClaims && 'body' in result ? claimsAnswer(result.body) : undefined;
  const answered = outcomeOf(result, now);
  // A claims webhook must return claims: any other response is a failed attempt.
  const unusable = isClaims && answered.kind === 'delivered' && answer === undefined;
  const outcome: Outcome = unusable ? { kind: 'retry', error: 'answer' } : answered;
  const error = outcome.kind === 'retry' ? outcome.error : undefined;
  const attempt: DeliveryAttempt = {
    at,
    milliseconds: now - at,
    ...('status' in result ? { status: result.status } : {}),
    sent: Buffer.byteLength(body),
    ...('body' in result ? { received: result.body.length } : {}),
    ...(error === undefined ? {} : { error }),
  };
  switch (outcome.kind) {
    case 'delivered':
      return recordDelivered(worker, attempted, attempt, answer);
    case 'dead':
      return giveUp(worker, attempted, withAnswer(attempt, attempted), outcome.reason);
    case 'retry':
      return recordFailure(worker, attempted, withAnswer(attempt, attempted), outcome.after);
    default:
      return outcome satisfies never;
  }
}

/** Adds what identifies the response. A claims webhook responds with claims, so nothing is kept of those. */
function withAnswer(attempt: DeliveryAttempt, { result, leased, body }: Attempted): DeliveryAttempt {
  if ('error' in result || leased.delivery.webhook === 'claims') return attempt;
  const answer = answerExcerpt(result, body);
  return answer === undefined ? attempt : { ...attempt, answer };
}

/** @param answer a claims webhook's response */
async function recordDelivered(
  worker: DeliveryWorker,
  { leased, session, result }: Attempted,
  attempt: DeliveryAttempt,
  answer: string | undefined,
): Promise<void> {
  logAttempt(worker.platform.log, leased.delivery, { attempt, outcome: 'delivered' });
  // The session is written first: a crash in between leaves a stored response, not an ended delivery without one.
  const settled =
    answer === undefined ? { end: DELIVERED } : await storeAnswer(worker.platform, session, leased.delivery, answer);
  const redirect = await redirectIn(worker.platform, session, leased.delivery, result);
  return finishSettled(worker, leased, settled, { attempt, redirect });
}

/** @param after pause of the target's Retry-After, milliseconds */
async function recordFailure(
  worker: DeliveryWorker,
  attempted: Attempted,
  attempt: DeliveryAttempt,
  after: number | undefined,
): Promise<void> {
  const { platform } = worker;
  const { leased, session, now } = attempted;
  const { delivery, lease } = leased;
  const schedule = scheduleOf(platform, delivery, session);
  const next = nextAttempt(schedule, {
    made: attemptsMade(delivery) + 1,
    now,
    chance: chance(platform),
    atLeast: after,
  });
  if ('dead' in next) return giveUp(worker, attempted, attempt, next.dead);
  logAttempt(platform.log, delivery, { attempt, outcome: 'failed', nextAt: next.at });
  await changeLeased(platform, leased, (present) => recordFailedAttempt(present, lease, { attempt, nextAt: next.at }));
  platform.metrics.count('countersign_deliveries_total', { webhook: delivery.webhook, outcome: 'again' });
  if (delivery.webhook === 'claims') await reportClaimsAttempt(platform, session, attempt);
}

/** No attempt follows. */
async function giveUp(
  worker: DeliveryWorker,
  { leased, session }: Attempted,
  attempt: DeliveryAttempt,
  reason: string,
): Promise<void> {
  const { platform } = worker;
  const { delivery } = leased;
  logAttempt(platform.log, delivery, { attempt, outcome: 'failed' });
  const settled =
    delivery.webhook === 'claims'
      ? await giveUpRequest(platform, session, delivery, 'claims_unavailable')
      : { end: deadBecause(reason) };
  return finishSettled(worker, leased, settled, { attempt });
}

/** @param settled undefined if the session was erased */
function finishSettled(
  worker: DeliveryWorker,
  leased: LeasedDelivery,
  settled: SettledRequest | undefined,
  last: Pick<FinishedDelivery, 'attempt' | 'redirect'>,
): Promise<void> {
  return finishDelivery(worker, leased, settled?.end ?? SESSION_GONE, { ...last, unmarked: settled?.unmarked });
}

function scheduleOf(platform: DispatcherPlatform, delivery: DeliveryDocument, session: SessionDocument): Schedule {
  const { WEBHOOK_SCHEDULE, CLAIMS_WAIT } = platform.settings;
  if (delivery.webhook !== 'claims') {
    return { pauses: pausesOf(WEBHOOK_SCHEDULE), end: webhookDeadline(platform.settings, session) };
  }
  const deadline = claimsDeadline(session);
  return { pauses: claimsPauses(CLAIMS_WAIT, deadline - delivery.createdAt), end: deadline };
}
