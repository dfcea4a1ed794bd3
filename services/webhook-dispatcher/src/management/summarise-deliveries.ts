/** `GET deliveries/summary`: attempts over time, and each target with since when it fails. */
import type { Operation } from '@countersign/shared/http/message';
import { isoTime } from '@countersign/shared/kernel/clock';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { type DeliveryDocument, type DeliveryPhase, deliveries } from '@countersign/shared/model/delivery/deliveries';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import type { DispatcherPlatform } from '../sending/dispatcher-platform.ts';
import { attemptView, isConsistent } from './deliveries.ts';
import { type AttemptCounts, summaryTargets, summaryTimes, type TargetSummary } from './delivery-summary.ts';
import { readTime } from './read-time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PHASES = ['waiting', 'delivered', 'dead'] as const satisfies readonly DeliveryPhase[];
/** Deliveries of each state that one call reads, the newest first. */
const MAX_READ = 1000;
/** Longer periods are counted by day. */
const MAX_HOURS = 48;
const MAX_DAYS = 31;

export function summariseDeliveries({ store, clock }: Pick<DispatcherPlatform, 'store' | 'clock'>): Operation {
  return async ({ tenant, query }) => {
    const until = clock();
    const from = Math.max(readTime('from', query.from) ?? until - DAY, until - MAX_DAYS * DAY);
    const own = ofTenant(store, tenant);
    const found = await Promise.all(PHASES.map((phase) => newest(own, phase, from)));
    const all = found.flatMap(({ documents }) => documents);
    const step = until - from > MAX_HOURS * HOUR ? DAY : HOUR;
    return {
      body: {
        from: isoTime(from),
        until: isoTime(until),
        complete: found.every(({ next }) => next === undefined),
        counts: Object.fromEntries(PHASES.map((phase, index) => [phase, found[index]?.documents.length ?? 0])),
        times: summaryTimes(all, { from, until, step }).map(({ at, ...counts }) => ({
          at: isoTime(at),
          ...view(counts),
        })),
        targets: summaryTargets(all).map(targetView),
      },
    };
  };
}

async function newest(own: TenantStore, phase: DeliveryPhase, from: number) {
  const query = { index: 'phase', equal: [phase], order: 'descending', limit: MAX_READ, from } as const;
  const { documents, next } = await own.find<DeliveryDocument>(deliveries, query);
  return { documents: documents.filter(isConsistent), next };
}

function view(counts: AttemptCounts): JsonObject {
  return { ...counts };
}

function targetView({ failing, ...rest }: TargetSummary): JsonObject {
  if (failing === undefined) return { ...rest };
  const { since, last, deadFrom } = failing;
  const dead = deadFrom === undefined ? {} : { deadFrom: isoTime(deadFrom) };
  return { ...rest, failing: { since: isoTime(since), last: attemptView(last), ...dead } };
}
