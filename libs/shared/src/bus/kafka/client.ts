/** Kafka clients, configured by the settings. The only file that imports `kafkajs`. */
import { createRequire } from 'node:module';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type ISocketFactory, Kafka, type KafkaConfig, type LogEntry, logLevel, Partitioners } from 'kafkajs';
import type { Log, LogFields } from '../../kernel/log.ts';
import { readEngineTls, type TlsSettings } from '../../settings/engine-tls.ts';
import type { Settings } from '../../settings/settings.ts';
import { quietRequests, type RequestQueue } from './quiet-requests.ts';

export type { Admin, Consumer, EachBatchPayload, Producer } from 'kafkajs';

export type KafkaSettings = Pick<
  Settings,
  | 'KAFKA_BROKERS'
  | 'KAFKA_PREFIX'
  | 'KAFKA_TLS'
  | 'KAFKA_USERNAME'
  | 'KAFKA_PASSWORD'
  | 'KAFKA_MECHANISM'
  | 'KAFKA_PARTITIONS'
  | 'KAFKA_REPLICATION'
  | 'KAFKA_RETENTION'
> &
  TlsSettings;

export interface ClientOptions {
  readonly settings: KafkaSettings;
  /** Name of this client in the brokers' logs. */
  readonly clientId: string;
  readonly log: Log;
}

const requestQueue: { readonly prototype: RequestQueue } = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue/index.js',
);
quietRequests(requestQueue.prototype);

/** Time limit for opening a connection, milliseconds. */
const CONNECT_WITHIN = 3000;
const KEEP_ALIVE_AFTER = 60_000;

export interface KafkaClient {
  readonly kafka: Kafka;
  /**
   * Closes every connection and opens no other. The library leaks some when a broker recovers from an outage; they would
   * stay open as long as the process runs.
   */
  destroy(): void;
}

/**
 * Creates a client for publishing and requests, with few retries: waiting callers should receive an error soon.
 * @param requestTimeout milliseconds that a broker has for one response
 */
export function createRequestClient(options: ClientOptions, requestTimeout: number): KafkaClient {
  return createClient(options, {
    requestTimeout,
    retry: { retries: 2, initialRetryTime: 50, maxRetryTime: 300 },
  });
}

/**
 * Creates a client that consumes. It survives an outage of some ten seconds as the same member, because a new member
 * would have to wait for the old one's session timeout.
 */
export function createConsumerClient(options: ClientOptions): KafkaClient {
  return createClient(options, {
    requestTimeout: 10_000,
    retry: { retries: 15, initialRetryTime: 100, maxRetryTime: 1000 },
  });
}

function createClient(options: ClientOptions, config: Pick<KafkaConfig, 'requestTimeout' | 'retry'>): KafkaClient {
  const sockets = new Set<Socket>();
  const files = readEngineTls(options.settings, 'KAFKA');
  let destroyed = false;
  const socketFactory: ISocketFactory = ({ host, port, onConnect }) => {
    if (destroyed) throw new Error('This client has ended');
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = options.settings.KAFKA_TLS
      ? connectTls({ host, port, ...name, ...files }, onConnect)
      : connect({ host, port }, onConnect);
    socket.setKeepAlive(true, KEEP_ALIVE_AFTER);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  return {
    kafka: new Kafka({ ...commonConfig(options), ...config, socketFactory }),
    destroy: () => {
      destroyed = true;
      // Without an error the library does not notice the close, and its timers keep running.
      for (const socket of sockets) socket.destroy(new Error('This client has ended'));
    },
  };
}

/** The partitioner of Kafka's own clients: a key has the same partition for every producer. */
export const partitioner = Partitioners.DefaultPartitioner;

function commonConfig({ settings, clientId, log }: ClientOptions): KafkaConfig {
  const sasl = saslOf(settings);
  return {
    clientId,
    brokers: [...settings.KAFKA_BROKERS],
    ssl: settings.KAFKA_TLS,
    ...(sasl === undefined ? {} : { sasl }),
    connectionTimeout: CONNECT_WITHIN,
    authenticationTimeout: CONNECT_WITHIN,
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => log.debug(`kafkajs: ${entry.log.message}`, logFields(entry)),
  };
}

function saslOf(settings: KafkaSettings): NonNullable<KafkaConfig['sasl']> | undefined {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password = '', KAFKA_MECHANISM: mechanism } = settings;
  if (username === undefined) return undefined;
  switch (mechanism) {
    case 'plain':
      return { mechanism, username, password };
    case 'scram-sha-256':
      return { mechanism, username, password };
    case 'scram-sha-512':
      return { mechanism, username, password };
  }
}

/** Fields of a kafkajs log entry: only fields that can't contain a message's content. */
function logFields({ namespace, log }: LogEntry): LogFields {
  const { error, groupId, broker } = log;
  return {
    code: namespace,
    ...(typeof error === 'string' ? { detail: error } : {}),
    ...(typeof groupId === 'string' ? { group: groupId } : {}),
    ...(typeof broker === 'string' ? { address: broker } : {}),
  };
}
