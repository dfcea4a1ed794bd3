/**
 * A worker takes a delivery by a lease, tries it once, and writes what came of it; every write is conditional on the
 * lease. The mark in the session goes last: a crash before that is mended by the sweep, and nothing is sent again.
 */

import type { Outbound } from '@countersign/shared/http/outbound';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { randomId } from '@countersign/shared/kernel/random';
import { stopwatch } from '@countersign/shared/metrics/metrics';
import { type DeliveryAttempt, type DeliveryDocument, deliveries } from '@countersign/shared/model/deliveries';
import { isNotice, webhookOf } from '@countersign/shared/model/pending';
import { type SessionDocument, sessions } from '@countersign/shared/model/sessions';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { overAllTenants } from '@countersign/shared/store/over-all-tenants';
import { inSpan } from '@countersign/shared/tracing/span';
import { claimsDeadline, claimsEnd, giveUpRequest, storeAnswer } from './claims-request.ts';
import type { DispatcherPlatform } from './dispatcher-platform.ts';
import { logFailedTry } from './failed-try.ts';
import type { Lane } from './lanes.ts';
import { makeDelivery, openWebhook } from './make-delivery.ts';
import { claimsAnswer } from './protocol/claims-answer.ts';
import { claimsPauses } from './protocol/claims-schedule.ts';
import { dueAgain, ended, holdsLease, isDue, isEnded, leased, triesMade } from './protocol/delivery-state.ts';
import { isTargetFailure, type Outcome, outcomeOf, type TryResult } from './protocol/outcome.ts';
import { tellsPresentation } from './protocol/payload.ts';
import { presentedIsErased, withoutMark } from './protocol/presented-data.ts';
import { nextTry, pausesOf, type Schedule } from './protocol/schedule.ts';
import { prepareWebhook, sendWebhook } from './send.ts';
import { endOfSession } from './session-end.ts';

/** What a lease lasts beyond the time limit of a try, milliseconds. */
const LEASE_MARGIN = 5000;
/** Milliseconds after which a delivery that could not have its turn looks again, at the earliest. */
const RECHECK = 1000;

export interface WorkerOptions {
  readonly platform: DispatcherPlatform;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  /** Queues a delivery. */
  readonly ring: (delivery: DeliveryDocument) => void;
}

type End = Parameters<typeof ended>[2];

/** Makes the function that takes one delivery. It never rejects: what fails is left to the end of its lease. */
export function createWorker(options: WorkerOptions): (id: string, lane: Lane) => Promise<void> {
  return async (id, lane) => {
    try {
      await work(options, id, lane);
    } catch (error) {
      const code = error instanceof ProtocolError ? error.code : error instanceof Error ? error.name : typeof error;
      options.platform.log.error('A delivery was not carried through; it is taken again', { event: id, code });
    }
  };
}

async function work(options: WorkerOptions, id: string, lane: Lane): Promise<void> {
  const { platform } = options;
  const { store, clock, random, settings } = platform;
  const delivery = await store.get(overAllTenants(deliveries), id);
  if (delivery === undefined || !isDue(delivery, clock())) return;
  const own = ofTenant(store, delivery.tenant);
  const session = await own.get(sessions, delivery.session);
  const isClaims = delivery.webhook === 'claims';
  // Neither is a try: where the revision moved, somebody else has decided.
  const behind = session === undefined || isClaims ? 0 : await behindUntil(options, session, id);
  const blocked = Math.max(lane.closedUntil(), behind);
  // After its deadline a claims request ends, whatever its target does.
  const latest = session !== undefined && isClaims ? claimsDeadline(session) : Number.POSITIVE_INFINITY;
  if (blocked > clock() && clock() < latest) {
    await own.replace(deliveries, dueAgain(delivery, Math.min(spread(platform, blocked), latest)));
    return;
  }
  const lease = randomId(random);
  const until = clock() + settings.WEBHOOK_TIMEOUT * 1000 + LEASE_MARGIN;
  const taken = await own.replace(deliveries, leased(delivery, lease, until));
  if (taken !== undefined) await attempt(options, { taken, lease, session }, lane);
}

interface Taken {
  readonly taken: DeliveryDocument;
  readonly lease: string;
  readonly session: SessionDocument | undefined;
}

async function attempt(options: WorkerOptions, { taken, lease, session }: Taken, lane: Lane): Promise<void> {
  const { platform, outbound, signal } = options;
  // Erased: the delivery goes too, in the erasure or, where it was made a moment later, here.
  if (session === undefined) return forget(platform, taken, lease);
  // What was presented must not be told after the session's time.
  if (platform.clock() >= endOfSession(platform, session)) {
    return end(options, taken, lease, { state: 'dead', reason: 'expired' });
  }
  const over = await overBefore(options, taken, session);
  if (over !== undefined) return end(options, taken, lease, over);
  const config = await openWebhook(platform, session, taken.webhook);
  if (config === undefined) return end(options, taken, lease, { state: 'dead', reason: 'no_webhook' });
  const prepared = await prepareWebhook(platform, session, taken, config);
  const at = platform.clock();
  const seconds = stopwatch();
  const result = await lane.attempt(
    () => inSpan('webhook', { kind: 'client' }, () => sendWebhook(platform, outbound, taken.id, prepared, signal)),
    isTargetFailure,
  );
  const now = platform.clock();
  // Not let through, or given up at a stop: no try of the schedule.
  if (result === undefined || ('error' in result && result.error === 'aborted')) {
    const later = result === undefined ? spread(platform, Math.max(lane.closedUntil(), now + RECHECK)) : now;
    const when = taken.webhook === 'claims' ? Math.min(later, claimsDeadline(session)) : later;
    await settle(platform, taken, lease, (present) => dueAgain(present, when));
    return;
  }
  platform.metrics.observe('countersign_delivery_duration_seconds', { webhook: taken.webhook }, seconds());
  await conclude(options, taken, lease, session, { result, at, now });
}

/** Why there is nothing to send any more, although the delivery has not ended. */
async function overBefore(
  { platform }: WorkerOptions,
  taken: DeliveryDocument,
  session: SessionDocument,
): Promise<End | undefined> {
  if (taken.webhook === 'claims') {
    const settled = claimsEnd(session, taken);
    if (settled !== undefined) return settled;
    if (platform.clock() >= claimsDeadline(session)) {
      return (await giveUpRequest(platform, session, taken, 'claims_deadline')) ?? ERASED;
    }
  }
  // The issuance has begun anew since: what stands in the session is of another presentation.
  if (tellsPresentation(taken.type) && session.presentation?.requestHash !== taken.data.request) {
    return { state: 'dead', reason: 'superseded' };
  }
  // Asked for again while its answer was being written down: it was told, and went with that.
  return presentedIsErased(session, taken) ? { state: 'dead', reason: 'credentials_erased' } : undefined;
}

/** The session is gone: nothing is left of its deliveries either. */
const ERASED: End = { state: 'dead', reason: 'erased' };

interface Tried {
  readonly result: TryResult;
  readonly at: number;
  readonly now: number;
}

async function conclude(
  options: WorkerOptions,
  taken: DeliveryDocument,
  lease: string,
  session: SessionDocument,
  { result, at, now }: Tried,
): Promise<void> {
  const { platform } = options;
  const answer = taken.webhook === 'claims' && 'body' in result ? claimsAnswer(result.body) : undefined;
  const answered = outcomeOf(result, now);
  // A claims webhook has to give claims: any other answer is a failed try.
  const unusable = taken.webhook === 'claims' && answered.kind === 'delivered' && answer === undefined;
  const outcome: Outcome = unusable ? { kind: 'retry', error: 'answer' } : answered;
  const error = outcome.kind === 'retry' ? outcome.error : undefined;
  const record: DeliveryAttempt = {
    at,
    milliseconds: now - at,
    ...('status' in result ? { status: result.status } : {}),
    ...(error === undefined ? {} : { error }),
  };
  if (outcome.kind === 'delivered') {
    // The session first: a crash in between leaves an answer that is there, not a delivery without one.
    const stored = answer === undefined ? DELIVERED : await storeAnswer(platform, session, taken, answer);
    return end(options, taken, lease, stored ?? ERASED, record);
  }
  const giveUp = async (reason: string): Promise<void> => {
    logFailedTry(platform.log, taken, record);
    const given: End = { state: 'dead', reason };
    const how =
      taken.webhook === 'claims' ? await giveUpRequest(platform, session, taken, 'claims_unavailable') : given;
    return end(options, taken, lease, how ?? ERASED, record);
  };
  if (outcome.kind === 'dead') return giveUp(outcome.reason);
  const next = nextTry(
    scheduleOf(platform, taken, session),
    triesMade(taken) + 1,
    now,
    chance(platform),
    outcome.after,
  );
  if ('dead' in next) return giveUp(next.dead);
  logFailedTry(platform.log, taken, record, next.at);
  await settle(platform, taken, lease, (present) => dueAgain(present, next.at, record));
  platform.metrics.count('countersign_deliveries_total', { webhook: taken.webhook, outcome: 'again' });
}

const DELIVERED: End = { state: 'delivered' };

function scheduleOf(platform: DispatcherPlatform, taken: DeliveryDocument, session: SessionDocument): Schedule {
  const { WEBHOOK_SCHEDULE, CLAIMS_WAIT } = platform.settings;
  if (taken.webhook !== 'claims') {
    return { pauses: pausesOf(WEBHOOK_SCHEDULE), end: endOfSession(platform, session) };
  }
  const deadline = claimsDeadline(session);
  return { pauses: claimsPauses(CLAIMS_WAIT, deadline - taken.createdAt), end: deadline };
}

/** Ends a delivery, then takes the mark from its session, then rings the next one of the session. */
async function end(
  options: WorkerOptions,
  taken: DeliveryDocument,
  lease: string,
  how: End,
  record?: DeliveryAttempt,
): Promise<void> {
  const { platform } = options;
  if (how === ERASED) return forget(platform, taken, lease);
  const held = await settle(platform, taken, lease, (present) => ended(present, platform.clock(), how, record));
  if (!held) return;
  platform.metrics.count('countersign_deliveries_total', { webhook: taken.webhook, outcome: how.state });
  if (how.state === 'dead') {
    const { id: event, session, tenant } = taken;
    platform.log.warn('A webhook was given up', { event, session, tenant, code: how.reason });
  }
  await unmark(
    options,
    { id: taken.session, tenant: taken.tenant },
    taken.id,
    how.state === 'delivered' ? taken : undefined,
  );
}

/** Writes what became of a delivery, while the lease holds. */
async function settle(
  { store }: DispatcherPlatform,
  taken: DeliveryDocument,
  lease: string,
  decide: (present: DeliveryDocument) => DeliveryDocument,
): Promise<boolean> {
  let held = false;
  await ofTenant(store, taken.tenant).update(
    deliveries,
    taken.id,
    (present) => {
      held = holdsLease(present, lease);
      return held ? decide(present) : present;
    },
    taken,
  );
  return held;
}

/** Removes a delivery whose session is gone, while the lease holds; mostly the erasure has done so. */
async function forget({ store }: DispatcherPlatform, taken: DeliveryDocument, lease: string): Promise<void> {
  const own = ofTenant(store, taken.tenant);
  let present: DeliveryDocument | undefined = taken;
  while (present !== undefined && holdsLease(present, lease)) {
    if (await own.delete(deliveries, present)) return;
    present = await own.get(deliveries, taken.id);
  }
}

/**
 * Takes the mark of an ended delivery from its session, and rings what waited behind it.
 * @param delivered the delivery where it was answered: what was presented may go with its mark
 */
export async function unmark(
  options: Pick<WorkerOptions, 'platform' | 'ring'>,
  session: Pick<SessionDocument, 'id' | 'tenant'>,
  id: string,
  delivered?: DeliveryDocument,
): Promise<void> {
  const { store, clock } = options.platform;
  const own = ofTenant(store, session.tenant);
  const stored = await own.update(sessions, session.id, (present) => withoutMark(present, id, delivered));
  const next = stored?.pendingDeliveries.find(({ type }) => !isNotice(type));
  const behind = next === undefined ? undefined : await own.get(deliveries, next.id);
  if (behind?.state !== 'due' || behind.attempts.length > 0) return;
  // It has waited for nothing else. Where the revision moved, its own time brings it.
  const ready = await own.replace(deliveries, dueAgain(behind, clock()));
  if (ready !== undefined) options.ring(ready);
}

/**
 * One delivery of a session at a time, in the order of its events: the time before which another one has its turn, or 0.
 * What is wrong with one before is mended: it is made where its event was lost, and its mark taken where it has ended.
 */
async function behindUntil(options: WorkerOptions, session: SessionDocument, id: string): Promise<number> {
  const { platform, ring } = options;
  const marks = session.pendingDeliveries;
  const place = marks.findIndex((mark) => mark.id === id);
  for (const mark of marks.slice(0, Math.max(place, 0))) {
    // Claims requests have their own times: neither do they wait for others nor others for them. Nor do others for notices.
    if (webhookOf(session.webhooks, mark.type) === 'claims' || isNotice(mark.type)) continue;
    const before = await makeDelivery(platform, session, mark);
    if (before !== undefined && !isEnded(before)) {
      ring(before);
      return Math.max(before.dueAt ?? 0, platform.clock() + RECHECK);
    }
    const delivered = before?.state === 'delivered' ? before : undefined;
    const own = ofTenant(platform.store, session.tenant);
    await own.update(sessions, session.id, (present) => withoutMark(present, mark.id, delivered));
  }
  return 0;
}

/** A time up to a quarter of the breaker's pause later, so that not all come at once. */
function spread(platform: DispatcherPlatform, time: number): number {
  return time + Math.floor(chance(platform) * Math.max((time - platform.clock()) / 4, 1));
}

/** At least 0, less than 1. */
function chance({ random }: Pick<DispatcherPlatform, 'random'>): number {
  return random(4).readUInt32BE() / 2 ** 32;
}
