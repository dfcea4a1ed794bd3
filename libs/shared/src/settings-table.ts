/**
 * Every setting in one table: name, default, unit, range, meaning. `docs/configuration.md` is generated from it.
 * Settings are read once, at the start; a bad environment stops it with the list of all problems.
 */

export interface SettingDefinition {
  /** `connection`: text that may hold somebody else's password; never shown, not ours to judge. */
  readonly type: 'text' | 'integer' | 'choice' | 'secret' | 'list' | 'switch' | 'url' | 'connection';
  /** Default as it would stand in the environment; undefined: not set. */
  readonly default?: string;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  /** Secrets: least length in bytes that production accepts. */
  readonly minBytes?: number;
  readonly meaning: string;
}

export const settingsTable = {
  HOST: { type: 'text', default: '127.0.0.1', meaning: 'Address to listen on; containers set 0.0.0.0' },
  PORT: { type: 'integer', default: '3000', min: 0, max: 65535, meaning: 'Port of the gateway; 0 takes a free one' },
  PUBLIC_URL: {
    type: 'url',
    meaning:
      'Base address that wallets and backends use, without a trailing slash; default http://localhost:PORT. Production needs https',
  },
  NODE_ENV: {
    type: 'text',
    default: 'development',
    meaning: '`production` turns warnings about secrets and addresses into a refused start',
  },
  CONFIG_FOLDER: {
    type: 'text',
    default: 'config',
    meaning:
      'Folder of the flow configurations, `display.json`, `clients.json`, `wallets.json`, `public/`, `keys/`, `trust/`, `tenants/`',
  },
  DATA_FOLDER: { type: 'text', default: 'data', meaning: 'Folder of the embedded store and of the generated secrets' },
  AUTH_API_KEY: { type: 'secret', minBytes: 16, meaning: 'API key of variant A; setting it enables variant A' },
  AUTH_CLIENT_ID: {
    type: 'text',
    default: 'root',
    meaning: 'Client id of the first client of variant B; its tenant has the same id',
  },
  AUTH_CLIENT_SECRET: {
    type: 'secret',
    minBytes: 16,
    meaning: 'Secret of the first client; with JWT_SECRET it enables variant B',
  },
  JWT_SECRET: { type: 'secret', minBytes: 32, meaning: 'Key that signs the bearer tokens of variant B (HS256)' },
  AUTH_TOKEN_TTL: {
    type: 'integer',
    default: '86400',
    unit: 'seconds',
    min: 60,
    max: 604800,
    meaning: 'Lifetime of a bearer token',
  },
  MASTER_KEY: { type: 'secret', minBytes: 32, meaning: 'Wraps the data keys of the tenants: 32 bytes in base64url' },
  MASTER_KEY_PREVIOUS: {
    type: 'secret',
    minBytes: 32,
    meaning: 'The master key before the last rotation; opens what it wrapped',
  },
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
    meaning: 'Time that a wallet request may take behind the gateway; calls between services get what is left of it',
  },
  METRICS_PORT: {
    type: 'integer',
    min: 0,
    max: 65535,
    meaning: 'Port of `GET /metrics` (Prometheus), never the public one; default PORT + 6000, 0 switches it off',
  },
  METRICS_HOST: {
    type: 'text',
    default: '127.0.0.1',
    meaning: 'Address that METRICS_PORT listens on; containers set 0.0.0.0 and let only the monitoring in',
  },
  STOP_DELAY: {
    type: 'integer',
    default: '500',
    unit: 'milliseconds',
    min: 0,
    max: 60000,
    meaning:
      'Time that a separate service still takes requests after SIGTERM while it says that it is not ready; behind a load balancer as long as that needs to notice',
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
      'Time that an operation of the database may take, its second tries included; then the request is answered 503. Longer than INTERNAL_TIMEOUT it has no effect',
  },
  KAFKA_BROKERS: { type: 'list', meaning: 'Kafka of the separate services: `host:port`, several by commas' },
  KAFKA_PREFIX: { type: 'text', default: 'countersign.', meaning: 'Begins the names of topics and consumer groups' },
  KAFKA_PARTITIONS: {
    type: 'integer',
    default: '12',
    min: 1,
    max: 1000,
    meaning: 'Partitions of a topic when it is made: the most replicas of one service that consume it',
  },
  KAFKA_REPLICATION: {
    type: 'integer',
    default: '3',
    min: 1,
    max: 9,
    meaning: 'Copies of a topic when it is made; 1 for a single broker',
  },
  KAFKA_RETENTION: {
    type: 'integer',
    default: '604800',
    unit: 'seconds',
    min: 3600,
    max: 31536000,
    meaning: 'Time that a topic keeps events, set when it is made',
  },
  KAFKA_TLS: { type: 'switch', default: 'false', meaning: 'TLS to the brokers' },
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
    meaning:
      'Redis or Valkey of the separate services (`redis://` or `rediss://`); may hold a password, so it is never shown',
  },
  REDIS_PREFIX: { type: 'text', default: 'countersign:', meaning: 'Begins the keys in Redis' },
  SESSION_TTL: {
    type: 'integer',
    default: '86400',
    unit: 'seconds',
    min: 1,
    max: 31536000,
    meaning: 'Lifetime of a session',
  },
  SESSION_TIDY_UP_INTERVAL: {
    type: 'integer',
    default: '3600',
    unit: 'seconds',
    min: 1,
    max: 604800,
    meaning: 'Time between two purge runs',
  },
  PRE_AUTHORIZED_CODE_TTL: {
    type: 'integer',
    default: '600',
    unit: 'seconds',
    min: 10,
    max: 86400,
    meaning: 'Lifetime of a pre-authorized code where the offer names no expiresIn',
  },
  REQUEST_URI_TTL: {
    type: 'integer',
    default: '60',
    unit: 'seconds',
    min: 5,
    max: 599,
    meaning: 'Lifetime of a pushed authorization request',
  },
  CODE_TTL: {
    type: 'integer',
    default: '60',
    unit: 'seconds',
    min: 5,
    max: 600,
    meaning: 'Lifetime of an authorization code',
  },
  TOKEN_TTL_DPOP: {
    type: 'integer',
    default: '900',
    unit: 'seconds',
    min: 30,
    max: 86400,
    meaning: 'Lifetime of a DPoP-bound access token',
  },
  TOKEN_TTL_BEARER: {
    type: 'integer',
    default: '300',
    unit: 'seconds',
    min: 30,
    max: 300,
    meaning: 'Lifetime of a bearer access token; OpenID4VCI 1.0 allows 300 at most',
  },
  NONCE_TTL: { type: 'integer', default: '300', unit: 'seconds', min: 30, max: 3600, meaning: 'Lifetime of a c_nonce' },
  BATCH_SIZE: { type: 'integer', default: '10', min: 2, max: 50, meaning: 'Most key proofs in one credential request' },
  PAR: {
    type: 'choice',
    default: 'required',
    choices: ['required', 'optional'],
    meaning: 'Whether authorization requests must be pushed',
  },
  DPOP: {
    type: 'choice',
    default: 'optional',
    choices: ['optional', 'required'],
    meaning: '`required` refuses wallets without DPoP',
  },
  DPOP_NONCE: {
    type: 'choice',
    default: 'off',
    choices: ['off', 'required'],
    meaning: '`required` asks every DPoP proof for a nonce of this server',
  },
  HAIP: {
    type: 'switch',
    default: 'false',
    meaning: 'OpenID4VC High Assurance Interoperability Profile; what it needs is not built yet, so it stops the start',
  },
  WALLET_STATUS_CODES: {
    type: 'choice',
    default: 'standard',
    choices: ['standard', 'interface'],
    meaning: '`interface` answers credential and notification requests with 201',
  },
  OFFER_SCHEME: { type: 'text', default: 'openid-credential-offer', meaning: 'URL scheme of offer links' },
  REQUEST_SCHEME: { type: 'text', default: 'openid4vp', meaning: 'URL scheme of presentation request links' },
  REQUEST_TTL: {
    type: 'integer',
    default: '300',
    unit: 'seconds',
    min: 10,
    max: 86400,
    meaning: 'Lifetime of a presentation request that names no expiresIn',
  },
  CLIENT_ID_PREFIX: {
    type: 'choice',
    default: 'x509_hash',
    choices: ['x509_hash', 'x509_san_dns'],
    meaning: 'How the verifier is named in presentation requests; `x509_san_dns` needs a PUBLIC_URL with a DNS name',
  },
  STATUS_LIST_TTL: {
    type: 'integer',
    default: '300',
    unit: 'seconds',
    min: 1,
    max: 86400,
    meaning: '`ttl` of a status list token',
  },
  STATUS_LIST_EXPIRY: {
    type: 'integer',
    default: '3600',
    unit: 'seconds',
    min: 60,
    max: 604800,
    meaning: 'Time after which a status list token must not be relied on',
  },
  OUTBOUND_ALLOW: {
    type: 'list',
    meaning:
      'Targets of webhooks and fetched documents beside public https: `host`, `host:port`, address or network (CIDR); they may be http. Default none in production, elsewhere loopback',
  },
  REDIRECT_ALLOW: {
    type: 'list',
    meaning:
      'Where the `redirectUri` of a presentation request may lead: `host`, `host:port`, or `scheme:` of an app. Default anywhere: the backend that asks is authenticated, and could send its users anywhere without this server. Name the hosts where a backend takes the address from a browser',
  },
  WEBHOOK_TIMEOUT: {
    type: 'integer',
    default: '10',
    unit: 'seconds',
    min: 1,
    max: 60,
    meaning: 'Total time of one try of a webhook',
  },
  WEBHOOK_SCHEDULE: {
    type: 'list',
    default: '0,5,30,120,600,1800,7200,18000,36000',
    unit: 'seconds',
    meaning: 'Pauses before the tries of a notification, each +-20 %; as many tries as pauses',
  },
  WEBHOOK_CONCURRENCY: {
    type: 'integer',
    default: '8',
    min: 1,
    max: 100,
    meaning: 'Most tries under way at once for one target (scheme, host and port)',
  },
  WEBHOOK_RETENTION: {
    type: 'integer',
    default: '604800',
    unit: 'seconds',
    min: 3600,
    max: 31536000,
    meaning: 'Time that an ended delivery can be looked at; it goes with its session if that goes before',
  },
  CLAIMS_WAIT: {
    type: 'integer',
    default: '5000',
    unit: 'milliseconds',
    min: 0,
    max: 30000,
    meaning:
      'Time that a credential request waits for the claims webhook before it is deferred; less than INTERNAL_TIMEOUT allows',
  },
  CLAIMS_DEADLINE: {
    type: 'integer',
    default: '600',
    unit: 'seconds',
    min: 5,
    max: 86400,
    meaning: 'Time that the claims webhook has to answer; the end of the access token less 30 s where that is earlier',
  },
  AUDIT_FILE: {
    type: 'text',
    meaning:
      'File to which every record of the audit log is also appended as a JSON line, with full ids, and by the status service every index that it gives; `-` is standard output. Default none',
  },
  AUDIT_RETENTION: {
    type: 'integer',
    default: '34560000',
    unit: 'seconds',
    min: 0,
    max: 1000000000,
    meaning: 'Time that the audit log keeps a record (400 days); 0 keeps all',
  },
  TRUST_PROXY: {
    type: 'list',
    meaning: 'Addresses or networks of reverse proxies whose X-Forwarded-For is read; default none',
  },
  RATE_WALLET: {
    type: 'integer',
    default: '0',
    unit: 'requests a second',
    min: 0,
    max: 1000000,
    meaning: 'Limit per address over PAR, challenge, nonce and token; 0 is off',
  },
  RATE_LOGIN: {
    type: 'integer',
    default: '10',
    unit: 'a minute',
    min: 1,
    max: 1000000,
    meaning: 'Failed logins per client and address',
  },
  LOG_LEVEL: {
    type: 'choice',
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    meaning: 'Least level that is logged',
  },
} as const satisfies Record<string, SettingDefinition>;
