/**
 * The five services with HTTP between them, in one process, over one embedded store, bus and cache. Their calls to each
 * other and to the engines are the same as in separate processes, except for the marks and leases that engines keep.
 */
import { create as createGateway } from '@countersign/gateway/process';
import { create as createIssuer } from '@countersign/issuer/process';
import { createInProcessBus } from '@countersign/shared/bus/in-process';
import type { Bus } from '@countersign/shared/bus/port';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import type { Cache } from '@countersign/shared/cache/port';
import { systemClock } from '@countersign/shared/kernel/clock';
import { createLog } from '@countersign/shared/kernel/log';
import type { ServiceName } from '@countersign/shared/kernel/service-name';
import type { CreateService } from '@countersign/shared/runtime/build-service';
import { operationPrefixes } from '@countersign/shared/runtime/call-services';
import type { Engines } from '@countersign/shared/runtime/engines';
import { type RunningService, startService } from '@countersign/shared/runtime/start-service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import type { Store } from '@countersign/shared/store/port';
import { create as createStatus } from '@countersign/status/process';
import { create as createVerifier } from '@countersign/verifier/process';
import { create as createDispatcher } from '@countersign/webhook-dispatcher/process';
import { countedCalls } from './count-calls.ts';
import { countedEngines } from './count-engines.ts';

/** In the order of their start, and the setting with the address of each; the gateway is called by wallets and backends. */
const SERVICES = [
  ['status', createStatus, 'STATUS_URL'],
  ['verifier', createVerifier, 'VERIFIER_URL'],
  ['issuer', createIssuer, 'ISSUER_URL'],
  ['webhook-dispatcher', createDispatcher, 'DISPATCHER_URL'],
  ['gateway', createGateway, undefined],
] as const satisfies readonly (readonly [ServiceName, CreateService, string | undefined])[];

/** Demanded by the settings, and not used. */
const NO_ENGINES = {
  MONGODB_URL: 'mongodb://127.0.0.1:9',
  KAFKA_BROKERS: '127.0.0.1:9',
  REDIS_URL: 'redis://127.0.0.1:9',
};

/** They end with the process. @param env PORT is the gateway's @returns one of them */
export async function startSeparateServices(env: Environment): Promise<Pick<RunningService, 'platform'>> {
  const store = await openEmbeddedStore({ folder: env.DATA_FOLDER ?? '' });
  const log = createLog('warn', systemClock, (line) => process.stdout.write(line));
  const bus = createInProcessBus({ clock: systemClock, log, deadLetter: refuse });
  const cache = createInProcessCache({ clock: systemClock, log, completeSince: 0 });
  const running: RunningService[] = [];
  const addresses: Record<string, string> = {};
  for (const [name, create, setting] of SERVICES) {
    const own = { ...env, ...NO_ENGINES, ...addresses, ...(setting === undefined ? {} : { PORT: '0' }) };
    const engines = countedEngines(operationPrefixes[name], sharedEngines(store, bus, cache));
    const service = await startService(name, countedCalls(operationPrefixes[name], create), { env: own, log, engines });
    running.push(service);
    if (setting !== undefined) addresses[setting] = `http://127.0.0.1:${service.port}`;
  }
  // After all have subscribed.
  await bus.start();
  const [first] = running;
  if (first === undefined) throw new Error('There are no services');
  return first;
}

/** Engines of one service, which neither starts nor closes the shared ones. */
function sharedEngines(store: Store, bus: Bus, cache: Cache): Engines {
  const nothing = async (): Promise<void> => undefined;
  const own: Bus = {
    publish: (topic, events) => bus.publish(topic, events),
    subscribe: (subscription) => bus.subscribe(subscription),
    start: nothing,
    stop: nothing,
    ping: nothing,
  };
  return { store, bus: own, cache, checks: {}, prepared: nothing, close: nothing };
}

async function refuse(): Promise<never> {
  throw new Error('An event was not handled');
}
