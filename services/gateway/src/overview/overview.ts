/** `GET /overview`: what happened since a time, what waits, what failed last and why, and the health of the components. */
import type { Operation } from '@countersign/shared/http/message';
import type { Clock } from '@countersign/shared/kernel/clock';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { isReason } from '@countersign/shared/kernel/reasons/reasons';
import { deliveries } from '@countersign/shared/model/delivery/deliveries';
import { type ActivityDocument, type ActivityFailure, activity } from '@countersign/shared/model/tenant/activity';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';
import { reasons } from '../reasons.ts';
import { readTime } from '../request/time.ts';
import { HOUR, hourOf } from './activity-counter.ts';
import { summed } from './counts.ts';

export interface OverviewParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly health: Operation;
}

const DAY = 86_400_000;
/** Milliseconds for which counts are kept. */
export const ACTIVITY_FOR = 31 * DAY;
/** Longer periods are shown by day. */
const BY_HOUR = 2 * DAY;
const PAGE = 200;
/** Deliveries are counted up to this number. */
const MAX_COUNTED = 1000;

export function overview({ store, clock, health }: OverviewParts): Operation {
  return async (request) => {
    const now = clock();
    const asked = readTime('from', request.query.from) ?? now - (now % DAY);
    // The response contains the start of its counts.
    const from = Math.max(asked, now - ACTIVITY_FOR);
    const own = ofTenant(store, request.tenant);
    const [found, waiting, dead, state] = await Promise.all([
      activitySince(own, from),
      countDeliveries(own, 'waiting'),
      countDeliveries(own, 'dead'),
      health(request),
    ]);
    const { issued, presented, statusChanges, refused, failures } = summed(found);
    return {
      body: {
        from: new Date(hourOf(from)).toISOString(),
        issued,
        presented,
        statusChanges,
        times: timesOf(found, hourOf(from), now),
        refused: Object.entries(refused)
          .sort(([, a], [, b]) => b - a)
          .map(([reason, count]) => ({ reason, count, ...saidOf(reason) })),
        failures: failures.map(failureView),
        deliveries: { waiting, dead },
        health: healthView(state.body),
      },
    };
  };
}

async function activitySince(own: TenantStore, from: number): Promise<readonly ActivityDocument[]> {
  const found: ActivityDocument[] = [];
  for await (const documents of own.pages(activity, { index: 'newest', from: hourOf(from), limit: PAGE })) {
    found.push(...documents);
  }
  return found;
}

/** The counts by hour, or by 24 hours for long periods. */
function timesOf(found: readonly ActivityDocument[], from: number, until: number): readonly JsonObject[] {
  const step = until - from > BY_HOUR ? DAY : HOUR;
  // The present hour counts, also in its first moment.
  const parts = Array.from({ length: Math.floor((until - from) / step) + 1 }, (): ActivityDocument[] => []);
  for (const one of found) parts[Math.floor((one.hour - from) / step)]?.push(one);
  return parts.map((documents, index) => {
    const { issued, presented, refused } = summed(documents);
    const all = Object.values(refused).reduce((sum, count) => sum + count, 0);
    return { at: new Date(from + index * step).toISOString(), issued, presented, refused: all };
  });
}

async function countDeliveries(own: TenantStore, phase: 'waiting' | 'dead'): Promise<number> {
  let count = 0;
  for await (const documents of own.pages(deliveries, { index: 'phase', equal: [phase], limit: PAGE })) {
    count += documents.length;
    if (count >= MAX_COUNTED) return MAX_COUNTED;
  }
  return count;
}

function failureView({ at, step, reason, request, session }: ActivityFailure): JsonObject {
  return {
    at: new Date(at).toISOString(),
    step,
    reason,
    request,
    ...(session === undefined ? {} : { session }),
    ...saidOf(reason),
  };
}

/** What the catalogue says about a reason; nothing where another version of the software has written it. */
function saidOf(reason: string): JsonObject {
  if (!isReason(reasons, reason)) return {};
  const { explanation, hint } = reasons[reason];
  return { explanation, hint };
}

/** Names of the components and whether they answer. */
function healthView(body: unknown): JsonObject {
  const report = isObject(body as JsonObject) ? (body as JsonObject) : {};
  const details = isObject(report.details) ? report.details : {};
  return {
    status: report.status ?? 'error',
    components: Object.entries(details).map(([name, detail]) => ({
      name,
      status: isObject(detail) ? (detail.status ?? 'down') : 'down',
      ...(isObject(detail) && typeof detail.message === 'string' ? { message: detail.message } : {}),
    })),
  };
}
