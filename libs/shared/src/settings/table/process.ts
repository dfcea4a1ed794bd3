/** Settings of the process: addresses, secrets, who may call it. */
import type { SettingDefinition } from './definition.ts';

export const processSettings = {
  HOST: { type: 'text', default: '127.0.0.1', meaning: 'Address to listen on. Containers set 0.0.0.0' },
  PORT: { type: 'integer', default: '3000', min: 0, max: 65535, meaning: "The gateway's port. 0 uses a free port" },
  PUBLIC_URL: {
    type: 'url',
    meaning:
      'Base address that wallets and backends use, without a trailing slash. Default: http://localhost:PORT. Production needs https',
  },
  NODE_ENV: {
    type: 'text',
    default: 'development',
    meaning: '`production` turns warnings about secrets and addresses into errors that prevent the start',
  },
  CONFIG_FOLDER: {
    type: 'text',
    default: 'config',
    meaning:
      'Folder with the flow configurations, `display.json`, `clients.json`, `wallets.json`, `tenant.json`, `public/`, `keys/`, `trust/`, `tenants/`',
  },
  DATA_FOLDER: { type: 'text', default: 'data', meaning: 'Folder for the embedded store and the generated secrets' },
  WORKERS: {
    type: 'text',
    default: '1',
    meaning:
      'Number of processes that handle requests on one DATA_FOLDER, 1 to 64, or `auto` for one per core. Beyond 1, another process accepts the connections and restarts a worker that ends. Only for a single server, not for separate services',
  },
  AUTH_API_KEY: {
    type: 'secret',
    minBytes: 16,
    readBy: ['gateway'],
    meaning: 'API key for variant A, which it turns on',
  },
  AUTH_API_KEY_PREVIOUS: {
    type: 'secret',
    minBytes: 16,
    readBy: ['gateway'],
    meaning: 'The previous API key. It is accepted as well as AUTH_API_KEY until you remove it (operations.md)',
  },
  AUTH_CLIENT_ID: {
    type: 'text',
    default: 'root',
    meaning: 'Id of the first client in variant B. Its tenant has the same id',
  },
  AUTH_CLIENT_SECRET: {
    type: 'secret',
    readBy: ['gateway'],
    minBytes: 16,
    meaning: 'Secret of the first client. With JWT_SECRET it turns variant B on',
  },
  JWT_SECRET: {
    type: 'secret',
    minBytes: 32,
    readBy: ['gateway'],
    meaning: 'Key that signs bearer tokens in variant B (HS256)',
  },
  AUTH_TOKEN_TTL: {
    type: 'integer',
    default: '86400',
    unit: 'seconds',
    min: 60,
    max: 604800,
    meaning: 'Lifetime of a bearer token',
  },
  MASTER_KEY: { type: 'secret', minBytes: 32, meaning: "Wraps the tenants' data keys: 32 bytes in base64url" },
  MASTER_KEY_PREVIOUS: {
    type: 'secret',
    minBytes: 32,
    meaning: 'The previous master key. It unwraps the data keys that it wrapped',
  },
  METRICS_PORT: {
    type: 'integer',
    min: 0,
    max: 65535,
    meaning: 'Port of `GET /metrics` (Prometheus), never the public port. Default: PORT + 6000. 0 turns it off',
  },
  METRICS_HOST: {
    type: 'text',
    default: '127.0.0.1',
    meaning: 'Address that METRICS_PORT listens on. Containers set 0.0.0.0 and only admit the monitoring',
  },
  STOP_DELAY: {
    type: 'integer',
    default: '500',
    unit: 'milliseconds',
    min: 0,
    max: 60000,
    meaning:
      'Time that a separate service still accepts requests after SIGTERM while it reports that it is not ready. Behind a load balancer, set it to the time that the load balancer needs to notice',
  },
  MANAGEMENT_OIDC_ISSUER: {
    type: 'text',
    meaning:
      'Issuer identifier of the OpenID Connect provider where people sign in to the console, exactly as in its ID tokens. If not set, only API keys and client secrets can sign in',
  },
  MANAGEMENT_OIDC_CLIENT_ID: {
    type: 'text',
    meaning: 'Client id at that provider. Its redirect URI is `PUBLIC_URL/console/login/callback`',
  },
  MANAGEMENT_OIDC_CLIENT_SECRET: {
    type: 'secret',
    readBy: ['issuer'],
    minBytes: 16,
    meaning: 'Client secret at that provider. If not set, the client is public',
  },
  MANAGEMENT_OIDC_SCOPE: {
    type: 'text',
    default: 'openid profile email',
    meaning: 'Requested scope values. `openid` is one of them',
  },
  MANAGEMENT_OIDC_ROLE_CLAIM: {
    type: 'text',
    default: 'roles',
    meaning: "Claim with one or more of the user's roles. Dots go into objects, such as `realm_access.roles`",
  },
  MANAGEMENT_OIDC_ROLES: {
    type: 'list',
    meaning:
      'Which value of that claim is which role: `staff=viewer,support=operator`. The highest role applies. If not set, the values are `viewer`, `operator` and `admin` themselves',
  },
  MANAGEMENT_OIDC_TENANT_CLAIM: {
    type: 'text',
    meaning: "Claim with the user's tenant. If not set, everyone belongs to MANAGEMENT_OIDC_TENANT",
  },
  MANAGEMENT_OIDC_TENANT: {
    type: 'text',
    default: 'default',
    meaning: "Everyone's tenant if no claim contains it. `default` is variant A",
  },
  CONSOLE: {
    type: 'choice',
    choices: ['on', 'off'],
    meaning:
      'Whether the gateway serves the console below `/console`, and redirects browsers from `/` to it. Default: `off` in production, otherwise `on`',
  },
  DRY_RUN: {
    type: 'choice',
    choices: ['on', 'off'],
    default: 'on',
    readBy: ['gateway'],
    meaning:
      'Whether the gateway performs dry runs. `off`: it never loads the test wallet. An image has the wallet only if it is built with `--build-arg DRY_RUN=on`',
  },
  TRACE: {
    type: 'choice',
    choices: ['off', 'failures', 'all'],
    meaning:
      'What session traces contain: `all` requests, only `failures`, or `off`. Default: `failures` in production, otherwise `all`',
  },
  EVENTS: {
    type: 'choice',
    choices: ['on', 'off'],
    default: 'on',
    meaning: 'Whether sessions write events for backends, which `GET /events` streams ([events.md](events.md))',
  },
  EVENTS_STREAMS: {
    type: 'integer',
    default: '10000',
    min: 1,
    max: 1000000,
    meaning: 'Maximum number of open event streams in a gateway process. MAX_CONNECTIONS counts them too',
  },
  EVENTS_STREAMS_TENANT: {
    type: 'integer',
    default: '1000',
    min: 1,
    max: 1000000,
    meaning: 'Maximum number of open event streams for a tenant in a gateway process',
  },
  CONFIGURATIONS_TENANT: {
    type: 'integer',
    default: '200',
    min: 1,
    max: 100000,
    meaning:
      'Maximum number of credential configurations that a tenant writes through the API, and of its presentation configurations. Files are not counted',
  },
  AUDIT_FILE: {
    type: 'text',
    meaning:
      'File that every audit log record is also appended to, as a JSON line with full ids. The status service appends every index that it allocates. `-` is standard output. Default: none',
  },
  AUDIT_RETENTION: {
    type: 'integer',
    default: '34560000',
    unit: 'seconds',
    min: 0,
    max: 1000000000,
    meaning: 'Time that the audit log keeps a record (400 days). 0 keeps all',
  },
  TRUST_PROXY: {
    type: 'list',
    meaning: 'Addresses or networks of reverse proxies whose X-Forwarded-For is used. Default: none',
  },
  MAX_CONNECTIONS: {
    type: 'integer',
    default: '4096',
    min: 16,
    max: 1000000,
    meaning:
      'Maximum number of open connections to the public server. One address gets at most about a sixth, or less if others have many. Proxies in TRUST_PROXY have no such limit',
  },
  RATE_WALLET: {
    type: 'integer',
    default: '200',
    unit: 'requests per second',
    min: 0,
    max: 1000000,
    meaning:
      'Limit per address and gateway for PAR, challenge, nonce and token. 0 turns it off. A wallet sends about four in an issuance, so the default allows fifty issuances per second from one address',
  },
  RATE_OPEN: {
    type: 'integer',
    default: '1000',
    unit: 'requests per second',
    min: 0,
    max: 1000000,
    meaning:
      "Limit per address and gateway for everything that needs no authentication and is not limited by RATE_WALLET: metadata, keys, offers, requests, status lists, pages, unknown addresses. 0 turns it off. A verifier requests a status list once in the list's lifetime, and so does a CDN, so the default serves thousands of them behind one address",
  },
  QUOTA_MANAGEMENT: {
    type: 'integer',
    default: '0',
    unit: 'calls per minute',
    min: 0,
    max: 100000000,
    meaning:
      'Management API calls that a tenant may make, across all replicas. 0 means no limit. `quotas` in `tenant.json` replaces it for a tenant',
  },
  QUOTA_WALLET: {
    type: 'integer',
    default: '0',
    unit: 'calls per minute',
    min: 0,
    max: 100000000,
    meaning:
      'Wallet calls that a tenant may receive, across all replicas. 0 means no limit. An issuance is about eight calls. `quotas` in `tenant.json` replaces it for a tenant',
  },
  QUOTA_PARALLEL: {
    type: 'integer',
    default: '4',
    min: 0,
    max: 100000,
    meaning:
      'Calls that a tenant may have in progress in a process, for wallets and for backends each, while other tenants call too. Its other calls wait for their turn. 0 means no limit. `quotas` in `tenant.json` replaces it for a tenant',
  },
  RATE_LOGIN: {
    type: 'integer',
    default: '10',
    unit: 'per minute',
    min: 1,
    max: 1000000,
    meaning:
      'Maximum number of failed sign-ins per client and address, and ten times as many per address, across all workers and replicas. The right secret is still accepted beyond it',
  },
  LOG_LEVEL: {
    type: 'choice',
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    meaning: "Lowest level that is logged. Health checks and the console's reads are logged at `debug`",
  },
  LOG_REQUESTS: {
    type: 'integer',
    default: '1000',
    unit: 'per second',
    min: 0,
    max: 1000000,
    meaning:
      'Maximum number of log lines about successful requests, per process. Beyond it one line per second has the number of omitted lines. Refusals and failures are always logged. 0 means no limit',
  },
  LOG_FORMAT: {
    type: 'choice',
    choices: ['pretty', 'json'],
    meaning:
      'Form of the log: `pretty` is human-readable, `json` machine-readable. Default: `pretty` on a terminal, otherwise `json`',
  },
} as const satisfies Record<string, SettingDefinition>;
