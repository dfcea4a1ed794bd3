/**
 * Documents that are fetched once for concurrent callers, cached while they are valid, and fetched again in the
 * background before they expire.
 */
import { UnusableRevocation } from '@countersign/european-trust/revocation/unusable';
import { isUnreachable, OutboundError } from '@countersign/shared/http/outbound-error';
import type { Clock } from '@countersign/shared/kernel/clock';
import type { Log } from '@countersign/shared/kernel/log';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { shared } from '@countersign/shared/kernel/single-flight';
import type { HostBreaker } from '@countersign/shared/trust/host-breaker';
import { createRecentFailures } from '@countersign/shared/trust/recent-failures';

const DAY = 86_400_000;
/** Milliseconds: a document that nobody has requested for so long is not fetched again. */
const UNUSED = 7 * DAY;

export interface Kept {
  /** Milliseconds. It is fetched again after this time, and stays valid until `until`. */
  readonly renewFrom: number;
  readonly until: number;
}

/** No server responded, or its response is unusable; by a stable name. */
export interface Failure {
  readonly state: 'unreachable' | 'unusable';
  readonly detail: string;
  readonly host?: string;
}

export type Found<T> = { readonly state: 'kept'; readonly kept: T } | Failure;

export interface Wanted<T> {
  readonly key: string;
  readonly url: string;
  /** Failures of a host count only for this tenant. */
  readonly tenant: string;
  /** @throws OutboundError, UnusableRevocation */
  readonly load: () => Promise<T>;
}

export interface KeptDocuments<T> {
  /** The promise rejects for defects only. */
  get(wanted: Wanted<T>): Promise<Found<T>>;
  /** Fetches documents in use again before they expire. */
  renew(): Promise<void>;
}

interface Cache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): unknown;
  has(key: string): boolean;
}

export function createKeptDocuments<T extends Kept>({
  clock,
  breaker,
  cache,
  log,
}: {
  readonly clock: Clock;
  readonly breaker: HostBreaker;
  readonly cache: Cache<T>;
  readonly log: Pick<Log, 'error'>;
}): KeptDocuments<T> {
  const failures = createRecentFailures<Failure>(clock);
  const flights = new Map<string, Promise<Found<T>>>();
  const inUse = new Map<string, { readonly wanted: Wanted<T>; readonly usedAt: number }>();

  const fetched = async ({ key, url, tenant, load }: Wanted<T>): Promise<Found<T>> => {
    const failed = failures.of(key);
    if (failed !== undefined) return failed;
    const { host } = new URL(url);
    if (!breaker.allows(`${tenant} ${host}`)) return { state: 'unreachable', detail: 'paused', host };
    const found = await outcomeOf(load, host);
    breaker.record(`${tenant} ${host}`, found.state === 'unreachable' ? 'failed' : 'answered');
    if (found.state !== 'kept') return failures.add(key, found);
    cache.set(key, found.kept);
    return found;
  };

  const reportDefect = (error: unknown): void => {
    log.error('a revocation document could not be renewed', { service: 'verifier', ...errorFields(error) });
  };

  const current = async (wanted: Wanted<T>): Promise<Found<T>> => {
    const kept = cache.get(wanted.key);
    const renewed = () => shared(flights, wanted.key, () => fetched(wanted));
    if (kept === undefined || clock() >= kept.until) return renewed();
    if (clock() >= kept.renewFrom) renewed().catch(reportDefect);
    return { state: 'kept', kept };
  };

  return {
    get: async (wanted) => {
      const found = await current(wanted);
      if (found.state === 'kept') inUse.set(wanted.key, { wanted, usedAt: clock() });
      return found;
    },
    renew: async () => {
      for (const [key, { wanted, usedAt }] of [...inUse]) {
        if (clock() - usedAt > UNUSED || !cache.has(key)) inUse.delete(key);
        else await current(wanted);
      }
    },
  };
}

/** After a day, or after three quarters of its life, it is fetched again. */
export function keptUntil(now: number, until: number): Kept {
  return { renewFrom: now + Math.min(DAY, ((until - now) * 3) / 4), until };
}

async function outcomeOf<T>(load: () => Promise<T>, host: string): Promise<Found<T>> {
  try {
    return { state: 'kept', kept: await load() };
  } catch (error) {
    if (error instanceof UnusableRevocation) return { state: 'unusable', detail: error.reason, host };
    if (!(error instanceof OutboundError)) throw error;
    return { state: isUnreachable(error) ? 'unreachable' : 'unusable', detail: error.code, host };
  }
}
