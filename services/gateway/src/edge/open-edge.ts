/** The parts of the edge: callers, limits and quotas, and how responses are streamed, traced and counted. */
import type { Audit } from '@countersign/shared/audit/record';
import type { Following } from '@countersign/shared/bus/arrivals';
import { createClientAddress } from '@countersign/shared/http/client-address';
import type { Handler } from '@countersign/shared/http/server/server';
import { isPublicAddress } from '@countersign/shared/kernel/address';
import type { Log } from '@countersign/shared/kernel/log';
import type { BrandOf } from '@countersign/shared/pages/brand';
import type { Platform } from '@countersign/shared/runtime/service';
import { createAuthenticate } from '../authenticate/authenticate.ts';
import type { Callers } from '../authenticate/callers.ts';
import { createPerformOnce } from '../idempotency/idempotent-calls.ts';
import type { ActivityCounter } from '../overview/activity-counter.ts';
import { createCallQuota } from '../quotas/call-quota.ts';
import { createCallSlots } from '../quotas/call-slots.ts';
import { createEnterCall, type EnterCall } from '../quotas/quotas.ts';
import { createQuotasOf } from '../quotas/tenant-quotas.ts';
import type { TraceBuffer } from '../trace/buffer.ts';
import { readTrace } from '../trace/reader.ts';
import { createAddressLimit } from './address-limit.ts';
import type { AdmitParts } from './admit.ts';
import { createCountActivity } from './count-activity.ts';
import { createEdge } from './edge.ts';
import { createEntryStream, entryStreamLimits } from './entry-stream.ts';
import { createEventStream, streamLimits } from './event-stream.ts';
import type { LogStreams } from './log-stream.ts';
import { compileRoutes } from './match.ts';
import { createOpenStreams } from './open-streams.ts';
import type { OwnCalls } from './own-calls.ts';
import { createTraceRequest } from './trace-request.ts';

export interface EdgeDependencies {
  readonly platform: Platform;
  readonly callers: Callers;
  readonly audit: Audit;
  readonly brandOf: BrandOf;
  readonly ownCalls: OwnCalls;
  readonly logStreams: LogStreams;
  readonly activityCounter: ActivityCounter;
  readonly traceBuffer: TraceBuffer;
  /** Follows this process's writes to a session's trace. */
  readonly followTrace: (session: string) => Following;
  /** Follows a session's events. If events are turned off, it ends no wait. */
  readonly followEvents: (tenant: string, session: string) => Following;
  /** Several processes handle requests: limits count all of them. */
  readonly workers: boolean;
}

/** @throws Error if TRUST_PROXY can't be used */
export function openEdge(dependencies: EdgeDependencies): Handler {
  const { platform, callers, audit, brandOf, ownCalls, logStreams, workers } = dependencies;
  const { settings, clock, log, call } = platform;
  const read: Parameters<typeof createEntryStream>[0]['read'] = (of, revision) => readTrace(platform, of, revision);
  return createEdge({
    platform,
    call,
    ownCalls,
    matcher: compileRoutes(callers.enabled),
    authenticate: createAuthenticate({ ...callers, settings, clock }),
    publicOrigin: new URL(settings.PUBLIC_URL).origin,
    tenantExists: callers.tenantExists,
    tenantStatusOf: callers.tenantStatusOf,
    streams: createOpenStreams(),
    clientAddress: createClientAddress(settings.TRUST_PROXY, warnOnce(log)),
    entryStream: createEntryStream({ read, clock, log, follow: dependencies.followTrace, limits: entryStreamLimits }),
    logStreams,
    eventStream: createEventStream({ call, clock, log, follow: dependencies.followEvents, limits: streamLimits }),
    countActivity: createCountActivity(dependencies.activityCounter),
    traceRequest: createTraceRequest(settings, dependencies.traceBuffer),
    audit,
    enterCall: enterCallOf(platform),
    performOnce: createPerformOnce(platform),
    brandOf,
    limits: limitsOf(platform, workers),
  });
}

function limitsOf({ settings, clock, cache }: Platform, workers: boolean): AdmitParts['limits'] {
  const counting = { clock, ...(workers ? { together: createCallQuota({ cache, clock, window: 1000 }) } : {}) };
  return {
    wallet: createAddressLimit({ ...counting, kind: 'wallet', perSecond: settings.RATE_WALLET }),
    open: createAddressLimit({ ...counting, kind: 'open', perSecond: settings.RATE_OPEN }),
  };
}

function enterCallOf(platform: Platform): EnterCall {
  const slots = createCallSlots(platform);
  platform.metrics.watch('countersign_calls_waiting', async () => [{ labels: {}, value: slots.waiting() }]);
  return createEnterCall({ ...platform, quotasOf: createQuotasOf(platform), count: createCallQuota(platform), slots });
}

/** Warns of a proxy that is not in TRUST_PROXY: limits count all of its clients as one. Logs no client address. */
function warnOnce(log: Log): (remote: string) => void {
  let warned = false;
  return (remote) => {
    if (warned) return;
    warned = true;
    const from = isPublicAddress(remote) ? {} : { address: remote };
    log.warn('X-Forwarded-For comes from an address that TRUST_PROXY does not name: it is not read', from);
  };
}
