/** Apache Kafka from the jars of Maven Central: one process, broker and controller, without ZooKeeper. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Engine, freePort, startEngine } from './engine.ts';
import { installJars, jarsOf } from './jars.ts';
import { groupsAreReady } from './kafka-ready.ts';
import { runCommand } from './provision.ts';

const VERSION = '4.4.0';

interface Kafka {
  /** All jars, in a fixed order: a class archive is valid for one class path only. */
  readonly classPath: string;
  /** File of the class archive, created when the first broker stops. It halves the time of later starts. */
  readonly archive: string;
}

/**
 * The jars, downloaded with Maven if missing. @throws Error without Java 17 and Maven, or if a jar's checksum differs
 */
export async function provisionKafka(): Promise<Kafka> {
  const java = await javaVersion();
  const folder = await installJars(`kafka-${VERSION}`, { pom: 'kafka-pom.xml', sums: 'kafka-jars.sha256' });
  return {
    classPath: jarsOf(folder).join(':'),
    archive: join(folder, `classes-${createHash('sha256').update(java).digest('hex').slice(0, 8)}.jsa`),
  };
}

async function javaVersion(): Promise<string> {
  const output = await runCommand('java', ['-version']);
  const major = Number(/version "(\d+)/.exec(output)?.[1]);
  if (!(major >= 17)) throw new Error(`Java 17 or later is needed, this is ${output.split('\n')[0]}`);
  return output;
}

/** A second listener, which accepts only TLS and requires a certificate. */
export interface KafkaTls {
  readonly port: number;
  /** PEM file with the private key and certificate of the broker. */
  readonly keyStore: string;
  /** PEM file with the authority of the clients. */
  readonly trustStore: string;
}

/** @param options.port default a free one */
export async function startKafka(options: {
  readonly folder: string;
  readonly port?: number;
  readonly tls?: KafkaTls;
}): Promise<Engine> {
  const { folder } = options;
  const kafka = await provisionKafka();
  const port = options.port ?? (await freePort());
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'server.properties');
  const data = join(folder, 'data');
  await writeFile(file, properties({ port, controller: await freePort(), data, tls: options.tls }));
  if (!existsSync(join(data, 'meta.properties'))) {
    const id = randomBytes(16).toString('base64url');
    await runCommand('java', [
      ...machine(kafka),
      'kafka.tools.StorageTool',
      'format',
      `--cluster-id=${id}`,
      '-c',
      file,
    ]);
  }
  const fresh = join(folder, 'classes.jsa');
  return startEngine({
    name: 'kafka',
    product: `Kafka ${VERSION}`,
    url: `127.0.0.1:${port}`,
    port,
    folder,
    command: () => ({ file: 'java', args: [...machine(kafka, fresh), 'kafka.Kafka', file] }),
    answers: () => groupsAreReady(port),
    stopped: () => keepArchive(fresh, kafka.archive),
  });
}

/** @param fresh path for a class archive that the process writes when it ends; undefined if there already is one */
function machine({ classPath, archive }: Kafka, fresh?: string): readonly string[] {
  const memory = ['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
  const classes = existsSync(archive)
    ? [`-XX:SharedArchiveFile=${archive}`]
    : fresh === undefined
      ? []
      : [`-XX:ArchiveClassesAtExit=${fresh}`];
  const log = '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn';
  return [...memory, ...classes, '-Xshare:auto', '-Xlog:cds=off', '-Xlog:cds+dynamic=off', log, '-cp', classPath];
}

async function keepArchive(fresh: string, archive: string): Promise<void> {
  if (!existsSync(fresh)) return;
  const part = `${archive}.${process.pid}.part`;
  await copyFile(fresh, part);
  await rename(part, archive);
  await rm(fresh, { force: true });
}

interface BrokerProperties {
  readonly port: number;
  readonly controller: number;
  readonly data: string;
  readonly tls: KafkaTls | undefined;
}

function tlsProperties({ keyStore, trustStore }: KafkaTls): readonly string[] {
  return [
    'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SSL:SSL',
    'inter.broker.listener.name=PLAINTEXT',
    'ssl.client.auth=required',
    'ssl.keystore.type=PEM',
    `ssl.keystore.location=${keyStore}`,
    'ssl.truststore.type=PEM',
    `ssl.truststore.location=${trustStore}`,
  ];
}

function properties(at: BrokerProperties): string {
  const secure = at.tls === undefined ? '' : `,SSL://127.0.0.1:${at.tls.port}`;
  return [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${at.controller}`,
    `listeners=PLAINTEXT://127.0.0.1:${at.port}${secure},CONTROLLER://127.0.0.1:${at.controller}`,
    `advertised.listeners=PLAINTEXT://127.0.0.1:${at.port}${secure}`,
    ...(at.tls === undefined ? [] : tlsProperties(at.tls)),
    'controller.listener.names=CONTROLLER',
    `log.dirs=${at.data}`,
    'auto.create.topics.enable=false',
    // With one partition, one request shows whether every group can be joined.
    'offsets.topic.num.partitions=1',
    'offsets.topic.replication.factor=1',
    'transaction.state.log.num.partitions=1',
    'transaction.state.log.replication.factor=1',
    'transaction.state.log.min.isr=1',
    'group.initial.rebalance.delay.ms=0',
    // After a kill, a broker comes back when its old session has ended.
    'broker.session.timeout.ms=3000',
    'broker.heartbeat.interval.ms=500',
    'num.network.threads=2',
    'num.io.threads=4',
    'log.cleaner.dedupe.buffer.size=4194304',
    'log.index.size.max.bytes=1048576',
    '',
  ].join('\n');
}
