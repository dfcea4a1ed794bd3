/** A service with its platform, and the server for the calls of other services. */
import { createInternalServer } from '../http/internal-server.ts';
import type { Operation, Operations } from '../http/message.ts';
import type { Handler } from '../http/server/server.ts';
import type { Clock } from '../kernel/clock.ts';
import type { FolderEdits } from '../kernel/folder-edits.ts';
import type { Log } from '../kernel/log.ts';
import type { Random } from '../kernel/random.ts';
import type { ServiceName } from '../kernel/service-name.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { watchDeliveries, watchOutboxes } from '../metrics/watch-store.ts';
import { flowConfigs } from '../model/tenant/flow-configs.ts';
import type { Environment } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { withShortCopies } from '../store/short-copies.ts';
import { createServiceCalls, operationPrefixes, type ServiceCalls } from './call-services.ts';
import { type ComponentChecks, type ComponentStates, componentStates, isUsable } from './component-health.ts';
import type { Engines } from './engines.ts';
import { meteredService } from './metered-service.ts';
import { openSigners } from './open-signers.ts';
import { createPlatform } from './platform.ts';
import type { Platform, Service } from './service.ts';

/** What the process provides to its service. */
export interface Surroundings {
  readonly environment: Environment;
  /** Checks of this process. */
  readonly checks: ComponentChecks;
  /** States of the other services. */
  readonly others: () => Promise<ComponentStates>;
  /** False while the process starts or stops. */
  readonly accepting: () => boolean;
}

/** Creates a service. If it is the public server, `handle` handles the requests. Otherwise they are internal. */
export type CreateService = (
  platform: Platform,
  surroundings: Surroundings,
) => { readonly service: Service; readonly handle?: Handler };

/** Parts that are open before the service is created. */
export interface ServiceParts {
  readonly settings: Settings;
  readonly environment: Environment;
  readonly engines: Engines;
  readonly edits: FolderEdits;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Creates a service with its platform and its internal server, which serves requests once `accept` was called. */
export function buildService(name: ServiceName, create: CreateService, parts: ServiceParts) {
  const { settings, environment, engines, edits, clock, random, log, metrics } = parts;
  const { cache } = engines;
  const store = withShortCopies(engines.store, { collections: [flowConfigs], clock });
  const signers = openSigners({ settings, metrics, log });
  const checks = { ...engines.checks, ...signers.checks };
  let accepting = false;
  let draining = false;
  const operations: Operations = {};
  const calls: ServiceCalls = createServiceCalls({ settings, clock, random, log, metrics, own: () => operations });
  const { bus } = engines;
  const { platform, relays } = createPlatform({
    settings,
    store,
    cache,
    edits,
    clock,
    random,
    log,
    metrics,
    bus,
    call: calls.call,
    publishing: [name],
    signers,
  });
  const created = create(platform, { environment, checks, others: calls.states, accepting: () => accepting });
  const service = meteredService(created.service, metrics);
  metrics.watch('countersign_ready', async () => [{ labels: {}, value: accepting ? 1 : 0 }]);
  watchOutboxes(metrics, { store, clock }, relays.collections);
  if (name === 'webhook-dispatcher') watchDeliveries(metrics, { store, clock });
  const health = healthOperations(checks, () => accepting);
  Object.assign(operations, { [`${operationPrefixes[name]}.health`]: health.health }, service.operations);
  const internal = createInternalServer({
    service: name,
    operations,
    // Until the database is prepared, only health checks receive a response.
    draining: () => draining,
    edited: () => edits.known(),
    answering: (operation) => accepting || draining || operation.endsWith('.health'),
    secret: settings.INTERNAL_SECRET ?? '',
    open: { '/health': health.health, '/health/live': health.live, '/health/ready': health.ready },
    clock,
    random,
    log,
  });
  return {
    platform,
    service,
    calls,
    relays,
    signers,
    isPublic: created.handle !== undefined,
    handle: created.handle ?? internal.handle,
    upgrade: internal.upgrade,
    accept: (value: boolean): void => {
      draining = accepting && !value;
      accepting = value;
    },
  };
}

function healthOperations(
  checks: ComponentChecks,
  accepting: () => boolean,
): Record<'health' | 'live' | 'ready', Operation> {
  const report = (up: boolean): { readonly status: number; readonly body: { readonly status: string } } => ({
    status: up ? 200 : 503,
    body: { status: up ? 'ok' : 'error' },
  });
  return {
    health: async () => {
      const components = await componentStates(checks);
      const up = Object.values(components).every((state) => state === 'up');
      return { status: 200, body: { status: up ? 'ok' : 'error', components } };
    },
    live: async () => report(true),
    ready: async () => report(accepting() && (await isUsable(checks))),
  };
}
