/** The five services as processes, with separate engines that can be stopped and killed, behind an ingress. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { until } from '@countersign/shared/test/patience';
import { read } from '@countersign/wallet/sending/answer';
import {
  type ClusterProcesses,
  openCluster,
  type Replicas,
  type ServiceProcess,
} from '../cluster/cluster-processes.ts';
import type { Engine } from '../engines/engine.ts';
import { startKafka } from '../engines/kafka.ts';
import { startMongoWire } from '../engines/mongo-wire.ts';
import { startRedis } from '../engines/redis.ts';
import { namesIn, patientLimits, prepareEngines } from '../support/engine-names.ts';
import type { ServerOfA } from '../support/flows.ts';
import { pidQuestion } from '../support/presentation.ts';
import { copySamples } from '../support/samples.ts';
import { type Ingress, openIngress } from './ingress.ts';

export interface ClusterWorld extends ServerOfA {
  readonly cluster: ClusterProcesses;
  readonly ingress: Ingress;
  readonly kafka: Engine;
  readonly mongodb: Engine;
  readonly redis: Engine;
  /** Environment of all services: engines, secrets, names. */
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** What all processes logged. */
  lines(): readonly string[];
  /** Component -> state, as the public health reports it. */
  components(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

export type Engines = Pick<ClusterWorld, 'kafka' | 'mongodb' | 'redis'>;

export const API_KEY = 'cluster-api-key-0123456789abcdef';

/** Starts engines and services; everything ends with the test. */
export async function openClusterWorld(
  t: Pick<TestContext, 'after'>,
  options: {
    readonly replicas?: Replicas;
    readonly env?: Readonly<Record<string, string>>;
    /** Without the sample configurations. */
    readonly empty?: boolean;
    readonly nodeOptions?: readonly string[];
    /** Settings that lead the services to the engines by another way. */
    readonly through?: (engines: Engines) => Promise<Readonly<Record<string, string>>>;
  } = {},
): Promise<ClusterWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-cluster-'));
  if (options.empty === true) mkdirSync(join(folder, 'config'));
  else {
    copySamples(folder);
    writeFileSync(join(folder, 'config/presentation/question.json'), JSON.stringify(pidQuestion));
  }
  const closers: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  t.after(close);
  const [kafka, mongodb, redis] = await Promise.all([
    startKafka({ folder: join(folder, 'kafka') }),
    startMongoWire({ folder: join(folder, 'mongodb') }),
    startRedis({ folder: join(folder, 'redis') }),
  ]);
  closers.push(() => Promise.all([kafka, mongodb, redis].map((engine) => engine.kill())));
  const ingress = await openIngress();
  closers.push(() => ingress.close());
  const env: Record<string, string> = {
    ...(namesIn('fault') as Record<string, string>),
    KAFKA_BROKERS: kafka.url,
    MONGODB_URL: mongodb.url,
    REDIS_URL: redis.url,
    CONFIG_FOLDER: join(folder, 'config'),
    AUTH_API_KEY: API_KEY,
    MASTER_KEY: Buffer.from('cluster-master-key-0123456789abc').toString('base64url'),
    INTERNAL_SECRET: 'cluster-internal-secret-0123456789-abcdefghijk',
    OUTBOUND_ALLOW: '127.0.0.1',
    ...(await patientLimits()),
    WEBHOOK_SCHEDULE: '0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1',
    RATE_WALLET: '0',
    RATE_OPEN: '0',
    LOG_LEVEL: 'info',
    PUBLIC_URL: ingress.url,
    ...options.env,
    ...(await options.through?.({ kafka, mongodb, redis })),
  };
  await prepareEngines(env);
  const { replicas = 1, nodeOptions = [] } = options;
  const cluster = await openCluster({ folder, env, publicUrl: ingress.url, replicas, nodeOptions });
  ingress.gateways = cluster.gateways;
  closers.push(() => cluster.close());
  await cluster.start();
  const a = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('x-api-key', API_KEY);
    if (init.body !== undefined) headers.set('content-type', 'application/json');
    return fetch(ingress.url + path, { redirect: 'manual', ...init, headers });
  };
  const components = async (): Promise<Readonly<Record<string, string>>> => {
    const { json } = await read(await fetch(`${ingress.url}/health`));
    const details = json.details as Readonly<Record<string, { readonly status: string }>>;
    return Object.fromEntries(Object.entries(details).map(([name, { status }]) => [name, status]));
  };
  await until('every component is up', async () => !Object.values(await components()).includes('down'));
  return {
    url: ingress.url,
    a,
    cluster,
    ingress,
    kafka,
    mongodb,
    redis,
    env,
    folder,
    lines: () => cluster.processes.flatMap(({ lines }) => lines),
    components,
    close,
  };
}

/** Errors that an operator would have to check, except the fault's own. */
export function errorsOf(processes: readonly ServiceProcess[], expected: RegExp = /^$/): readonly string[] {
  return processes
    .flatMap(({ lines }) => lines)
    .filter((line) => line.includes('"level":"error"') && !expected.test(line));
}
