/** Settings of separate services: their addresses, MongoDB, Kafka, Redis. */
import type { SettingDefinition } from './definition.ts';

export const engineSettings = {
  INTERNAL_SECRET: {
    type: 'secret',
    minBytes: 32,
    meaning: 'Shared by the services where they are separate processes',
  },
  INTERNAL_TIMEOUT: {
    type: 'integer',
    default: '8000',
    unit: 'milliseconds',
    min: 100,
    max: 60000,
    meaning:
      'Time that a wallet request may take behind the gateway; calls between services get the rest of it, look-ups of statuses five eighths',
  },
  ISSUER_URL: {
    type: 'list',
    default: 'http://127.0.0.1:3001',
    meaning: 'Addresses of the issuer for the other services; several are used in turn',
  },
  VERIFIER_URL: { type: 'list', default: 'http://127.0.0.1:3002', meaning: 'Addresses of the verifier, as ISSUER_URL' },
  STATUS_URL: {
    type: 'list',
    default: 'http://127.0.0.1:3003',
    meaning: 'Addresses of the status service, as ISSUER_URL',
  },
  DISPATCHER_URL: {
    type: 'list',
    default: 'http://127.0.0.1:3004',
    meaning: 'Addresses of the webhook dispatcher, as ISSUER_URL',
  },
  MONGODB_URL: {
    type: 'connection',
    meaning:
      'MongoDB of the separate services (`mongodb://` or `mongodb+srv://`); may hold a password, so it is never shown',
  },
  MONGODB_DATABASE: { type: 'text', default: 'countersign', meaning: 'Name of the database in MongoDB' },
  MONGODB_TIMEOUT: {
    type: 'integer',
    default: '3000',
    unit: 'milliseconds',
    min: 100,
    max: 60000,
    meaning:
      'Time that an operation of the database may take, retries included; then the request is answered 503. Longer than INTERNAL_TIMEOUT it has no effect',
  },
  MONGODB_TLS_CA: {
    type: 'text',
    meaning:
      'File (PEM) with the authorities that sign the certificate of MongoDB; switches TLS on; default those of the system',
  },
  MONGODB_TLS_CERT: {
    type: 'text',
    meaning: 'File (PEM) with the client certificate for MongoDB, with MONGODB_TLS_KEY; switches TLS on',
  },
  MONGODB_TLS_KEY: { type: 'text', meaning: 'File (PEM) with the private key of MONGODB_TLS_CERT' },
  KAFKA_BROKERS: { type: 'list', meaning: 'Kafka of the separate services: `host:port`, several separated by commas' },
  KAFKA_PREFIX: { type: 'text', default: 'countersign.', meaning: 'Begins the names of topics and consumer groups' },
  KAFKA_PARTITIONS: {
    type: 'integer',
    default: '12',
    min: 1,
    max: 1000,
    meaning: 'Partitions of a topic when it is created: at most that many replicas of one service consume it',
  },
  KAFKA_REPLICATION: {
    type: 'integer',
    default: '3',
    min: 1,
    max: 9,
    meaning: 'Copies of a topic when it is created; 1 for a single broker',
  },
  KAFKA_RETENTION: {
    type: 'integer',
    default: '604800',
    unit: 'seconds',
    min: 3600,
    max: 31536000,
    meaning: 'Time that a topic keeps events, set when it is created',
  },
  KAFKA_TLS: { type: 'switch', default: 'false', meaning: 'TLS to the brokers' },
  KAFKA_TLS_CA: {
    type: 'text',
    meaning: 'File (PEM) with the authorities that sign the certificates of the brokers; default those of the system',
  },
  KAFKA_TLS_CERT: {
    type: 'text',
    meaning: 'File (PEM) with the client certificate for the brokers, with KAFKA_TLS_KEY',
  },
  KAFKA_TLS_KEY: { type: 'text', meaning: 'File (PEM) with the private key of KAFKA_TLS_CERT' },
  KAFKA_USERNAME: { type: 'text', meaning: 'User at the brokers (SASL); default none' },
  KAFKA_PASSWORD: { type: 'connection', meaning: 'Password at the brokers' },
  KAFKA_MECHANISM: {
    type: 'choice',
    default: 'scram-sha-512',
    choices: ['plain', 'scram-sha-256', 'scram-sha-512'],
    meaning: 'SASL mechanism where KAFKA_USERNAME is set',
  },
  REDIS_URL: {
    type: 'connection',
    readBy: ['gateway', 'issuer'],
    meaning:
      'Redis or Valkey of the separate services (`redis://` or `rediss://`); may hold a password, so it is never shown',
  },
  REDIS_TIMEOUT: {
    type: 'integer',
    default: '1000',
    unit: 'milliseconds',
    min: 100,
    max: 60000,
    meaning:
      'Time that a Redis command may take; then the request is answered 503. Connecting may take twice as long; a connection that is silent for three times as long is closed',
  },
  REDIS_TLS_CA: {
    type: 'text',
    meaning: 'File (PEM) with the authorities that sign the certificate of Redis; default those of the system',
  },
  REDIS_TLS_CERT: {
    type: 'text',
    meaning: 'File (PEM) with the client certificate for Redis, with REDIS_TLS_KEY',
  },
  REDIS_TLS_KEY: { type: 'text', meaning: 'File (PEM) with the private key of REDIS_TLS_CERT' },
  REDIS_PREFIX: { type: 'text', default: 'countersign:', meaning: 'Begins the keys in Redis' },
} as const satisfies Record<string, SettingDefinition>;
