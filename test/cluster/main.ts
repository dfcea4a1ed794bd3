/**
 * `npm run cluster`: starts Kafka, a MongoDB-wire server and Redis, unless KAFKA_BROKERS, MONGODB_URL and REDIS_URL are
 * set, and the five services as processes, for trying out on one machine: one broker, one store, nothing is replicated.
 * Ctrl-C stops all.
 */
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { provision } from '@countersign/operator/data/provision-engines';
import { noteCluster } from '@countersign/operator/data/running-cluster';
import { completeSecrets, OF_SEPARATE_SERVICES } from '@countersign/operator/data/secrets';
import { systemClock } from '@countersign/shared/kernel/clock';
import { createLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { SettingsError } from '@countersign/shared/settings/read-settings';
import { readServiceSettings } from '@countersign/shared/settings/service-settings';
import { lockFolder } from '@countersign/shared/store/lmdb/folder-lock';
import { openEngines, provisionFastEngines } from '../engines/open-engines.ts';
import { type ClusterProcesses, openCluster, type ServiceProcess } from './cluster-processes.ts';

/** Milliseconds. */
const ENGINES_PATIENCE = 60_000;
const RESTART_AFTER = 1000;

const say = (text = ''): void => void process.stdout.write(`${text}\n`);

type Closer = () => Promise<unknown>;
const closers: Closer[] = [];
let stopping: Promise<void> | undefined;

/** In the opposite order of the starts. */
function stop(code: number): Promise<void> {
  const run = async (): Promise<void> => {
    for (const close of closers.reverse()) await close();
    process.exit(code);
  };
  stopping ??= run();
  return stopping;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    say('\nstopping');
    void stop(0);
  });
}

// Nobody reads any more: without this the services and engines would outlive the command.
process.stdout.on('error', () => void stop(1));

try {
  await start();
} catch (error) {
  say(error instanceof SettingsError || error instanceof Error ? error.message : String(error));
  await stop(1);
}

async function start(): Promise<void> {
  const folder = resolve(process.env.DATA_FOLDER || 'data');
  const replicas = Number(process.env.REPLICAS ?? '1');
  if (![1, 2, 3].includes(replicas)) throw new Error('REPLICAS must be 1, 2 or 3');
  const port = Number(process.env.PORT ?? '3000');
  const secrets = completeSecrets(process.env, folder, systemRandom, OF_SEPARATE_SERVICES);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closers.push(await lockFolder(folder));
  say('fetching the engines where they are missing (the first time takes a minute)');
  const absent = await provisionFastEngines(say);
  const engines = await openEngines({ folder: join(folder, 'engines') });
  closers.push(() => engines.close());
  const missing = [...absent, ...engines.missing];
  for (const { name, why } of missing) say(`${name} is not available: ${why}`);
  if (missing.length > 0) {
    throw new Error('Set KAFKA_BROKERS, MONGODB_URL and REDIS_URL to servers that run, and start again');
  }
  const env = settingsOf({
    KAFKA_REPLICATION: '1',
    CONFIG_FOLDER: resolve('config'),
    PUBLIC_URL: `http://localhost:${port}`,
    ...secrets.environment,
    ...engines.environment,
  });
  const { settings } = readServiceSettings('gateway', env);
  const removeNote = noteCluster(folder, { ...env, MONGODB_DATABASE: settings.MONGODB_DATABASE });
  closers.push(async () => removeNote());
  const log = createLog('warn', systemClock, (line) => process.stderr.write(line));
  const made = await provision({
    settings,
    log,
    waiting: (why) => say(`waiting: ${why}`),
    patience: ENGINES_PATIENCE,
  });
  say(`made ${made.indexes.length} indexes and ${made.topics.length} topics`);
  const logs = join(folder, 'logs');
  const cluster = await openCluster({
    folder: process.cwd(),
    env,
    replicas,
    port,
    metrics: true,
    publicUrl: settings.PUBLIC_URL,
    onLine: writeTo(logs),
    nodeOptions: [],
  });
  closers.push(() => cluster.terminate());
  await cluster.start();
  for (const one of cluster.processes) supervise(one);
  banner({ cluster, engines: engines.engines, logs, secrets: secrets.file, folder });
}

/** The environment without variables that are only for this process. */
function settingsOf(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const { PORT: _port, REPLICAS: _replicas, ...rest } = given;
  return Object.fromEntries(Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Each process's output goes to a separate file; warnings and errors also to the terminal. */
function writeTo(folder: string): (process: ServiceProcess, line: string) => void {
  mkdirSync(folder, { recursive: true });
  const files = new Map<string, WriteStream>();
  return ({ service, replica }, line) => {
    const name = `${service}-${replica}`;
    let file = files.get(name);
    if (file === undefined) {
      file = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
      files.set(name, file);
    }
    file.write(`${line}\n`);
    if (line.includes('"level":"warn"') || line.includes('"level":"error"')) say(`${name}  ${line}`);
  };
}

/** A process that ends unexpectedly is restarted, as an orchestrator does. */
function supervise(one: ServiceProcess): void {
  const seen = one.surprises.length;
  const timer = setInterval(() => {
    if (stopping !== undefined) clearInterval(timer);
    else if (one.surprises.length > seen && one.pid === undefined) {
      clearInterval(timer);
      const { code, signal } = one.surprises.at(-1) ?? {};
      say(`${one.service} ${one.replica} ended (${signal ?? code}) and is started again`);
      one.start().then(
        () => supervise(one),
        (error: unknown) => say(`${one.service} ${one.replica} does not start: ${String(error)}`),
      );
    }
  }, RESTART_AFTER);
  timer.unref();
}

interface Shown {
  readonly cluster: ClusterProcesses;
  readonly engines: Awaited<ReturnType<typeof openEngines>>['engines'];
  readonly logs: string;
  readonly secrets: string;
  /** DATA_FOLDER: commands find the note of the cluster in it. */
  readonly folder: string;
}

function banner({ cluster, engines, logs, secrets, folder }: Shown): void {
  const row = (name: string, where: string, pid?: number, product = ''): void =>
    say(
      `  ${name.padEnd(22)} ${where.padEnd(44)} ${(pid === undefined ? '' : `pid ${pid}`).padEnd(12)} ${product}`.trimEnd(),
    );
  say('\n  What runs where\n');
  for (const [name, engine] of Object.entries(engines)) {
    if (engine === undefined) continue;
    const where = engine.url.replace(/\/\/[^@/]*@/, '//***@');
    if ('pid' in engine) row(name, where, engine.pid, engine.product);
    else row(name, where);
  }
  for (const { service, replica, url, pid } of cluster.processes) row(`${service} ${replica}`, url, pid);
  say(`\n  Interface   ${cluster.url}   description: ${cluster.url}/docs`);
  say(`  Secrets     ${relative('', secrets)}`);
  say(`  Logs        ${relative('', logs)}/`);
  say('\n  In another terminal:  npm run demo');
  const named = folder === resolve('data') ? '' : `DATA_FOLDER=${relative('', folder)} `;
  say(`  Commands for it:      ${named}npm run dead-letters -- list`);
  say('\n  Ctrl-C stops all.\n');
}
