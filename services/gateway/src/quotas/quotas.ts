/** A tenant's quotas, at the edge: calls per minute and concurrent calls. */

import { limitKey } from '@countersign/shared/http/client-address';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Metrics } from '@countersign/shared/metrics/metrics';
import type { QuotaKind, Route } from '../routes/route.ts';
import type { CountCall, CountedCall } from './call-quota.ts';
import type { CallSlots, NoSlot } from './call-slots.ts';
import type { QuotasOf } from './tenant-quotas.ts';

export interface QuotaParts {
  readonly quotasOf: QuotasOf;
  readonly count: CountCall;
  readonly slots: CallSlots;
  readonly metrics: Pick<Metrics, 'count'>;
}

export interface QuotaCall {
  readonly route: Route;
  readonly tenant: string;
  /** The caller's address. */
  readonly from: string;
  /** Headers for the response, including a refusal. */
  readonly headers: (headers: Readonly<Record<string, string>>) => void;
  readonly gone: () => boolean;
}

/** Counts a call, before anything of it is read. @throws ProtocolError `rate_limited` */
export type EnterCall = (call: QuotaCall) => Promise<TakeTurn>;

/**
 * Call it when the whole request is read: a client that never ends its body takes no slot.
 * @returns resolves when the call may start, with a function to call at its end
 * @throws ProtocolError `rate_limited`
 */
export type TakeTurn = () => Promise<() => void>;

const atOnce: TakeTurn = async () => () => undefined;

export function createEnterCall({ quotasOf, count, slots, metrics }: QuotaParts): EnterCall {
  return async ({ route, tenant, from, headers, gone }) => {
    const { quota: kind } = route;
    if (kind === undefined) return atOnce;
    const quotas = quotasOf(tenant);
    const most = quotas[kind];
    if (most > 0) {
      const counted = await count({ tenant, kind, most });
      headers(rateLimitHeaders(kind, most, counted));
      if (!counted.granted) {
        metrics.count('countersign_quota_refusals_total', { quota: kind });
        throw overQuota(kind, most, counted);
      }
    }
    // Long calls need little CPU, have separate limits, and cause other calls of the tenant.
    if (route.stream !== undefined && route.stream !== 'events') return atOnce;
    return async () => {
      const slot = await slots.enter({ tenant, kind, most: quotas.parallel, from: limitKey(from), gone });
      if (typeof slot === 'function') return slot;
      metrics.count('countersign_quota_refusals_total', { quota: 'parallel' });
      throw noSlot(slot, quotas.parallel);
    };
  };
}

/** draft-ietf-httpapi-ratelimit-headers-10, 3 and 4. */
function rateLimitHeaders(kind: QuotaKind, most: number, { left, seconds }: CountedCall): Record<string, string> {
  return {
    'ratelimit-policy': `"${kind}";q=${most};w=60`,
    ratelimit: `"${kind}";r=${left};t=${seconds}`,
  };
}

function overQuota(kind: QuotaKind, most: number, { seconds }: CountedCall): ProtocolError {
  return new ProtocolError('rate_limited', 'The tenant has used its calls of this minute', {
    reason: 'quota_calls',
    facts: { detail: kind, most, retryAfterSeconds: seconds },
    headers: { 'retry-after': String(seconds) },
  });
}

function noSlot(why: NoSlot, most: number): ProtocolError {
  return new ProtocolError('rate_limited', 'Too many calls of the tenant wait for their turn', {
    reason: 'quota_parallel',
    facts: { detail: why, most, retryAfterSeconds: 2 },
    headers: { 'retry-after': '2' },
  });
}
