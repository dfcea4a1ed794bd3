/** Settings of separate services: their addresses, MongoDB, Kafka, Redis. */
import type { SettingDefinition } from './definition.ts';

export const engineSettings = {
  INTERNAL_SECRET: {
    type: 'secret',
    minBytes: 32,
    meaning: 'Shared by the services if they are separate processes',
  },
  INTERNAL_TIMEOUT: {
    type: 'integer',
    default: '8000',
    unit: 'milliseconds',
    min: 100,
    max: 60000,
    meaning:
      'Time that a wallet request may take after the gateway. Calls between services get the rest of it, status checks five eighths',
  },
  ISSUER_URL: {
    type: 'list',
    default: 'http://127.0.0.1:3001',
    meaning: "The issuer's addresses for the other services. Several are used in turn",
  },
  VERIFIER_URL: {
    type: 'list',
    default: 'http://127.0.0.1:3002',
    meaning: "The verifier's addresses, like ISSUER_URL",
  },
  STATUS_URL: {
    type: 'list',
    default: 'http://127.0.0.1:3003',
    meaning: "The status service's addresses, like ISSUER_URL",
  },
  DISPATCHER_URL: {
    type: 'list',
    default: 'http://127.0.0.1:3004',
    meaning: "The webhook dispatcher's addresses, like ISSUER_URL",
  },
  MONGODB_URL: {
    type: 'connection',
    meaning:
      'MongoDB for the separate services (`mongodb://` or `mongodb+srv://`). It may contain a password, so it is never shown',
  },
  MONGODB_DATABASE: { type: 'text', default: 'countersign', meaning: 'Name of the MongoDB database' },
  MONGODB_TIMEOUT: {
    type: 'integer',
    default: '3000',
    unit: 'milliseconds',
    min: 100,
    max: 60000,
    meaning:
      'Time that a database operation may take, including retries. After that the request returns 503. A value longer than INTERNAL_TIMEOUT has no effect',
  },
  MONGODB_TLS_CA: {
    type: 'text',
    meaning:
      "File (PEM) with the authorities that sign MongoDB's certificate. Turns TLS on. Default: the system's authorities",
  },
  MONGODB_TLS_CERT: {
    type: 'text',
    meaning: 'File (PEM) with the client certificate for MongoDB, with MONGODB_TLS_KEY. Turns TLS on',
  },
  MONGODB_TLS_KEY: { type: 'text', meaning: 'File (PEM) with the private key of MONGODB_TLS_CERT' },
  KAFKA_BROKERS: { type: 'list', meaning: 'Kafka for the separate services: `host:port`, several separated by commas' },
  KAFKA_PREFIX: { type: 'text', default: 'countersign.', meaning: 'Prefix of the names of topics and consumer groups' },
  KAFKA_PARTITIONS: {
    type: 'integer',
    default: '12',
    min: 1,
    max: 1000,
    meaning: "A topic's partitions when it is created. At most that many replicas of one service consume it",
  },
  KAFKA_REPLICATION: {
    type: 'integer',
    default: '3',
    min: 1,
    max: 9,
    meaning: "A topic's copies when it is created. 1 for a single broker",
  },
  KAFKA_RETENTION: {
    type: 'integer',
    default: '604800',
    unit: 'seconds',
    min: 3600,
    max: 31536000,
    meaning: 'Time that a topic keeps events. Set when the topic is created',
  },
  KAFKA_TLS: { type: 'switch', default: 'false', meaning: 'TLS to the brokers' },
  KAFKA_TLS_CA: {
    type: 'text',
    meaning: "File (PEM) with the authorities that sign the brokers' certificates. Default: the system's authorities",
  },
  KAFKA_TLS_CERT: {
    type: 'text',
    meaning: 'File (PEM) with the client certificate for the brokers, with KAFKA_TLS_KEY',
  },
  KAFKA_TLS_KEY: { type: 'text', meaning: 'File (PEM) with the private key of KAFKA_TLS_CERT' },
  KAFKA_USERNAME: { type: 'text', meaning: 'User at the brokers (SASL). Default: none' },
  KAFKA_PASSWORD: { type: 'connection', meaning: 'Password at the brokers' },
  KAFKA_MECHANISM: {
    type: 'choice',
    default: 'scram-sha-512',
    choices: ['plain', 'scram-sha-256', 'scram-sha-512'],
    meaning: 'SASL mechanism if KAFKA_USERNAME is set',
  },
  REDIS_URL: {
    type: 'connection',
    readBy: ['gateway', 'issuer'],
    meaning:
      'Redis or Valkey for the separate services (`redis://` or `rediss://`). It may contain a password, so it is never shown',
  },
  REDIS_TIMEOUT: {
    type: 'integer',
    default: '1000',
    unit: 'milliseconds',
    min: 100,
    max: 60000,
    meaning:
      'Time that a Redis command may take. After that the request returns 503. Connecting may take twice as long. A connection that is silent for three times as long is closed',
  },
  REDIS_TLS_CA: {
    type: 'text',
    meaning: "File (PEM) with the authorities that sign Redis's certificate. Default: the system's authorities",
  },
  REDIS_TLS_CERT: {
    type: 'text',
    meaning: 'File (PEM) with the client certificate for Redis, with REDIS_TLS_KEY',
  },
  REDIS_TLS_KEY: { type: 'text', meaning: 'File (PEM) with the private key of REDIS_TLS_CERT' },
  REDIS_PREFIX: { type: 'text', default: 'countersign:', meaning: 'Prefix of the keys in Redis' },
} as const satisfies Record<string, SettingDefinition>;
