/** Clients of Kafka as the settings want them. The only file that imports `kafkajs`. */
import { Kafka, type KafkaConfig, type LogEntry, logLevel, Partitioners } from 'kafkajs';
import type { Log, LogFields } from '../../log.ts';
import type { Settings } from '../../settings.ts';

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
>;

export interface ClientOptions {
  readonly settings: KafkaSettings;
  /** How the brokers name this client in their logs. */
  readonly clientId: string;
  readonly log: Log;
}

/** Time to open a connection, milliseconds. */
const CONNECT_WITHIN = 3000;

/**
 * Makes the client that publishes and asks: few tries, for whoever waits is better told.
 * @param requestTimeout milliseconds that a broker has for one answer
 */
export function createRequestClient(options: ClientOptions, requestTimeout: number): Kafka {
  return new Kafka({
    ...commonConfig(options),
    requestTimeout,
    retry: { retries: 2, initialRetryTime: 50, maxRetryTime: 300 },
  });
}

/** Makes the client that consumes: it bears a broker that is away for some seconds without leaving its group. */
export function createConsumerClient(options: ClientOptions): Kafka {
  return new Kafka({
    ...commonConfig(options),
    requestTimeout: 10_000,
    retry: { retries: 7, initialRetryTime: 100, maxRetryTime: 1000 },
  });
}

/** The partitioner of Kafka's own clients: the same key, the same partition, whoever publishes. */
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

/** Of what kafkajs says, only members that can't hold the content of a message. */
function logFields({ namespace, log }: LogEntry): LogFields {
  const { error, groupId, broker } = log;
  return {
    code: namespace,
    ...(typeof error === 'string' ? { detail: error } : {}),
    ...(typeof groupId === 'string' ? { group: groupId } : {}),
    ...(typeof broker === 'string' ? { address: broker } : {}),
  };
}
