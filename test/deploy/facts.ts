/** Facts about the services, from the code, to compare the deployment files with. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { producers } from '@countersign/shared/bus/catalogue';
import type { ServiceName } from '@countersign/shared/kernel/service-name';
import { usedEngines } from '@countersign/shared/runtime/engines';
import { DEFAULT_PORTS } from '@countersign/shared/settings/service-settings';
import { settingDefinitions } from '@countersign/shared/settings/settings';
import { ROOT, SERVICES } from '../cluster/cluster-processes.ts';

export type EngineKind = 'mongodb' | 'kafka' | 'redis';

export interface Facts {
  readonly services: readonly ServiceName[];
  readonly ports: Readonly<Record<ServiceName, number>>;
  /** Names of settings. */
  readonly settings: ReadonlySet<string>;
  /** Settings whose value is a secret, or may contain one. */
  readonly secrets: ReadonlySet<string>;
  /** Caller -> the services whose operations it calls. */
  readonly calls: Readonly<Record<ServiceName, readonly ServiceName[]>>;
  readonly engines: Readonly<Record<ServiceName, readonly EngineKind[]>>;
  /** Services that open connections to external addresses: webhooks, status lists. */
  readonly outbound: readonly ServiceName[];
  /** Services that read CONFIG_FOLDER. */
  readonly configured: readonly ServiceName[];
  /** With KAFKA_PREFIX. */
  readonly topics: readonly string[];
  /** Topics that the webhook dispatcher subscribes to, with KAFKA_PREFIX. */
  readonly dispatched: readonly string[];
  readonly prefix: string;
  /** Version in package.json. */
  readonly version: string;
}

/** The metrics port is the port of the service plus this. */
export const METRICS_OFFSET = 6000;

const prefixes: Readonly<Record<string, ServiceName>> = {
  issuer: 'issuer',
  verifier: 'verifier',
  status: 'status',
  dispatcher: 'webhook-dispatcher',
};

/** Reads the facts: from a table in the code if there is one, otherwise from its source. */
export function readFacts(): Facts {
  const definitions = Object.entries(settingDefinitions);
  const isSecret = ([, { type }]: (typeof definitions)[number]): boolean => type === 'secret' || type === 'connection';
  const prefix = settingDefinitions.KAFKA_PREFIX.default ?? '';
  const uses = (service: ServiceName, pattern: RegExp): boolean => sourceOf(service).some((text) => pattern.test(text));
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return {
    services: SERVICES,
    ports: byService((service) => Number(DEFAULT_PORTS[service])),
    settings: new Set(definitions.map(([name]) => name)),
    secrets: new Set(definitions.filter(isSecret).map(([name]) => name)),
    calls: byService(callsOf),
    engines: byService(enginesOf),
    outbound: SERVICES.filter((service) => uses(service, /\bcreateOutbound\b/)),
    // Keys of the operator are files there too. The settings of a webhook or a provider come with a session or a call,
    // not from a file.
    configured: SERVICES.filter((service) =>
      uses(service, /CONFIG_FOLDER|flow-config\/(?!webhook-config|provider-webhook)|\bkeys\.(signer|published)\b/),
    ),
    topics: Object.keys(producers).map((topic) => `${prefix}${topic}`),
    dispatched: sourceOf('webhook-dispatcher').flatMap((text) =>
      [...text.matchAll(/\btopic: '([a-z-]+)', group/g)].map(([, topic]) => `${prefix}${topic}`),
    ),
    prefix,
    version,
  };
}

function byService<T>(value: (service: ServiceName) => T): Record<ServiceName, T> {
  return Object.fromEntries(SERVICES.map((service) => [service, value(service)])) as Record<ServiceName, T>;
}

function sourceOf(service: ServiceName): readonly string[] {
  const folder = join(ROOT, 'services', service, 'src');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** The gateway forwards to the services that its routes name, and reads the health of all. */
function callsOf(service: ServiceName): readonly ServiceName[] {
  const pattern = service === 'gateway' ? /'([a-z]+)\.[a-z.-]+'/g : /\bcall\(\s*'([a-z]+)\./g;
  const named = sourceOf(service).flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name ?? ''));
  const services = named.map((name) => prefixes[name]).filter((name) => name !== undefined && name !== service);
  return [...new Set(services as ServiceName[])].sort();
}

function enginesOf(service: ServiceName): readonly EngineKind[] {
  const publishes = Object.values(producers).includes(service);
  const kinds: readonly EngineKind[] = ['mongodb', ...usedEngines[service], ...(publishes ? ['kafka' as const] : [])];
  return [...new Set(kinds)].sort();
}
