/** Calls operations of services in other processes, each through its upstream. */

import { type CallOperation, type OperationRequest, type Operations, operationNamed } from '../http/message.ts';
import { createUpstream, type Upstream } from '../http/upstream.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Random } from '../kernel/random.ts';
import type { ServiceName } from '../kernel/service-name.ts';
import { notBuilt } from '../kernel/unavailable.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import { inSpan } from '../tracing/span.ts';
import { type ComponentStates, joinStates } from './component-health.ts';

/** Prefix of the names of a service's operations. */
export const operationPrefixes: Readonly<Record<ServiceName, string>> = {
  gateway: 'gateway',
  issuer: 'issuer',
  verifier: 'verifier',
  status: 'status',
  'webhook-dispatcher': 'dispatcher',
};

type Addressed = Exclude<ServiceName, 'gateway'>;

const addresses: Readonly<Record<Addressed, 'ISSUER_URL' | 'VERIFIER_URL' | 'STATUS_URL' | 'DISPATCHER_URL'>> = {
  issuer: 'ISSUER_URL',
  verifier: 'VERIFIER_URL',
  status: 'STATUS_URL',
  'webhook-dispatcher': 'DISPATCHER_URL',
};

export interface ServiceCalls {
  readonly call: CallOperation;
  /** The components of the other services. A service that does not respond is a component that is down. */
  readonly states: () => Promise<ComponentStates>;
  close(): Promise<void>;
}

interface CallsOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Operations of this process, called directly. */
  readonly own: () => Operations;
}

/** Time limit of a health check of another service, in milliseconds. */
const HEALTH_TIMEOUT = 2500;

/** The addresses come from ISSUER_URL, VERIFIER_URL, STATUS_URL and DISPATCHER_URL. */
export function createServiceCalls({ settings, clock, random, log, metrics, own }: CallsOptions): ServiceCalls {
  const upstreams = new Map<string, { readonly service: ServiceName; readonly upstream: Upstream }>();
  for (const [service, setting] of Object.entries(addresses) as [Addressed, (typeof addresses)[Addressed]][]) {
    const upstream = createUpstream({
      service,
      addresses: settings[setting],
      secret: settings.INTERNAL_SECRET ?? '',
      timeout: settings.INTERNAL_TIMEOUT,
      clock,
      random,
      log,
    });
    upstreams.set(operationPrefixes[service], { service, upstream });
  }
  metrics.watch('countersign_breaker_open', async () =>
    [...upstreams.values()].flatMap(({ service, upstream }) =>
      upstream.breakers().map(({ address, open }) => ({ labels: { upstream: service, address }, value: open ? 1 : 0 })),
    ),
  );
  const call: CallOperation = async (name, request, progress) => {
    const direct = operationNamed(own(), name);
    if (direct !== undefined) return direct(request, progress);
    const found = upstreams.get(name.split('.', 1)[0] ?? '');
    if (found === undefined) throw notBuilt();
    return inSpan(name, { kind: 'client' }, () => found.upstream.call(name, request));
  };
  const states = async (): Promise<ComponentStates> => {
    const all = await Promise.all(
      [...upstreams].map(async ([prefix, { service, upstream }]): Promise<ComponentStates> => {
        const request: OperationRequest = {
          id: 'health',
          tenant: '',
          method: 'GET',
          url: '',
          params: {},
          query: {},
          headers: {},
          body: undefined,
          encoding: 'none',
          deadline: clock() + HEALTH_TIMEOUT,
        };
        try {
          const { body } = await upstream.call(`${prefix}.health`, request);
          return { ...(body as unknown as { components: ComponentStates }).components, [service]: 'up' };
        } catch {
          // The service logs the cause itself.
          return { [service]: 'down' };
        }
      }),
    );
    return joinStates(...all);
  };
  return {
    call,
    states,
    close: async () => {
      await Promise.all([...upstreams.values()].map(({ upstream }) => upstream.close()));
    },
  };
}
