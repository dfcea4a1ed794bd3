/** Settings of the process: addresses, secrets, who may call it. */
import type { SettingDefinition } from './definition.ts';

export const processSettings = {
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
    meaning: '`production` turns warnings about secrets and addresses into errors that stop the start',
  },
  CONFIG_FOLDER: {
    type: 'text',
    default: 'config',
    meaning:
      'Folder of the flow configurations, `display.json`, `clients.json`, `wallets.json`, `tenant.json`, `public/`, `keys/`, `trust/`, `tenants/`',
  },
  DATA_FOLDER: { type: 'text', default: 'data', meaning: 'Folder of the embedded store and of the generated secrets' },
  WORKERS: {
    type: 'text',
    default: '1',
    meaning:
      'Processes that answer requests on one DATA_FOLDER, 1 to 64, or `auto` for one a core; beyond 1 another process accepts the connections and restarts a worker that ends. In one process alone, not for separate services',
  },
  AUTH_API_KEY: {
    type: 'secret',
    minBytes: 16,
    readBy: ['gateway'],
    meaning: 'API key of variant A, which it enables',
  },
  AUTH_API_KEY_PREVIOUS: {
    type: 'secret',
    minBytes: 16,
    readBy: ['gateway'],
    meaning: 'The API key before the last change; accepted as well as AUTH_API_KEY until you remove it (operations.md)',
  },
  AUTH_CLIENT_ID: {
    type: 'text',
    default: 'root',
    meaning: 'Client id of the first client of variant B; its tenant has the same id',
  },
  AUTH_CLIENT_SECRET: {
    type: 'secret',
    readBy: ['gateway'],
    minBytes: 16,
    meaning: 'Secret of the first client; with JWT_SECRET it enables variant B',
  },
  JWT_SECRET: {
    type: 'secret',
    minBytes: 32,
    readBy: ['gateway'],
    meaning: 'Key that signs the bearer tokens of variant B (HS256)',
  },
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
    meaning: 'The master key before the last rotation; unwraps the data keys that it wrapped',
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
      'Time that a separate service still takes requests after SIGTERM while it reports that it is not ready; behind a load balancer as long as that needs to notice',
  },
  MANAGEMENT_OIDC_ISSUER: {
    type: 'text',
    meaning:
      'Issuer identifier of the OpenID Connect provider at which people sign in to the console, exactly as its ID tokens have it; not set: API keys and client secrets alone',
  },
  MANAGEMENT_OIDC_CLIENT_ID: {
    type: 'text',
    meaning: 'Client id at that provider; its redirect URI is `PUBLIC_URL/console/login/callback`',
  },
  MANAGEMENT_OIDC_CLIENT_SECRET: {
    type: 'secret',
    readBy: ['issuer'],
    minBytes: 16,
    meaning: 'Client secret at that provider; not set: a public client',
  },
  MANAGEMENT_OIDC_SCOPE: {
    type: 'text',
    default: 'openid profile email',
    meaning: 'Scope values that are asked for; `openid` is one of them',
  },
  MANAGEMENT_OIDC_ROLE_CLAIM: {
    type: 'text',
    default: 'roles',
    meaning: 'Claim with the role of a person, or with several; dots lead into objects, such as `realm_access.roles`',
  },
  MANAGEMENT_OIDC_ROLES: {
    type: 'list',
    meaning:
      'Which value of that claim is which role: `staff=viewer,support=operator`; the highest counts. Not set: the values are `viewer`, `operator` and `admin` themselves',
  },
  MANAGEMENT_OIDC_TENANT_CLAIM: {
    type: 'text',
    meaning: 'Claim with the tenant of a person; not set: all belong to MANAGEMENT_OIDC_TENANT',
  },
  MANAGEMENT_OIDC_TENANT: {
    type: 'text',
    default: 'default',
    meaning: 'Tenant of all people where no claim names it; `default` is variant A',
  },
  CONSOLE: {
    type: 'choice',
    choices: ['on', 'off'],
    meaning:
      'Whether the gateway serves the console below `/console`, and leads browsers from `/` to it. Default `off` in production, elsewhere `on`',
  },
  DRY_RUN: {
    type: 'choice',
    choices: ['on', 'off'],
    default: 'on',
    readBy: ['gateway'],
    meaning:
      'Whether the gateway performs dry runs. `off`: it never loads the synthetic wallet. An image has the wallet only if it is built with `--build-arg DRY_RUN=on`',
  },
  TRACE: {
    type: 'choice',
    choices: ['off', 'failures', 'all'],
    meaning:
      'What the traces of sessions hold: `all` requests, `failures` alone, or `off`. Default `failures` in production, elsewhere `all`',
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
    meaning: 'Limit of open event streams of a gateway process; MAX_CONNECTIONS counts them too',
  },
  EVENTS_STREAMS_TENANT: {
    type: 'integer',
    default: '1000',
    min: 1,
    max: 1000000,
    meaning: 'Limit of open event streams of a tenant in a gateway process',
  },
  CONFIGURATIONS_TENANT: {
    type: 'integer',
    default: '200',
    min: 1,
    max: 100000,
    meaning:
      'Limit of the credential configurations that a tenant writes by the interface, and of its presentation configurations; those of files do not count',
  },
  AUDIT_FILE: {
    type: 'text',
    meaning:
      'File to which every record of the audit log is also appended as a JSON line, with full ids; the status service appends every index that it allocates. `-` is standard output. Default none',
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
  MAX_CONNECTIONS: {
    type: 'integer',
    default: '4096',
    min: 16,
    max: 1000000,
    meaning:
      'Limit of open connections of the public server. One address gets at most about a sixth, less where others hold many; proxies of TRUST_PROXY have no limit of their own',
  },
  RATE_WALLET: {
    type: 'integer',
    default: '200',
    unit: 'requests a second',
    min: 0,
    max: 1000000,
    meaning:
      'Limit per address and gateway over PAR, challenge, nonce and token; 0 is off. A wallet sends about four in an issuance, so the default admits fifty issuances a second from one address',
  },
  RATE_OPEN: {
    type: 'integer',
    default: '1000',
    unit: 'requests a second',
    min: 0,
    max: 1000000,
    meaning:
      'Limit per address and gateway over what needs no login and does not count for RATE_WALLET: metadata, keys, offers, requests, status lists, pages, unknown addresses; 0 is off. A verifier asks for a status list once in its lifetime, a CDN too, so the default serves thousands of them behind one address',
  },
  QUOTA_MANAGEMENT: {
    type: 'integer',
    default: '0',
    unit: 'calls a minute',
    min: 0,
    max: 100000000,
    meaning:
      'Calls of the management interface that a tenant may make, over all replicas; 0 is no limit. `quotas` in `tenant.json` replaces it for a tenant',
  },
  QUOTA_WALLET: {
    type: 'integer',
    default: '0',
    unit: 'calls a minute',
    min: 0,
    max: 100000000,
    meaning:
      'Calls of wallets that a tenant may get, over all replicas; 0 is no limit. An issuance is about eight calls. `quotas` in `tenant.json` replaces it for a tenant',
  },
  QUOTA_PARALLEL: {
    type: 'integer',
    default: '4',
    min: 0,
    max: 100000,
    meaning:
      'Calls that a tenant has under way at once in a process, of wallets and of backends each, while other tenants call too; its others wait for their turn. 0 is no limit. `quotas` in `tenant.json` replaces it for a tenant',
  },
  RATE_LOGIN: {
    type: 'integer',
    default: '10',
    unit: 'a minute',
    min: 1,
    max: 1000000,
    meaning:
      'Limit of failed logins per client and address, and ten times as many per address, over all workers and replicas; the right secret is accepted beyond it too',
  },
  LOG_LEVEL: {
    type: 'choice',
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    meaning: 'Lowest level that is logged. Health checks and what the console reads are logged at `debug`',
  },
  LOG_REQUESTS: {
    type: 'integer',
    default: '1000',
    unit: 'a second',
    min: 0,
    max: 1000000,
    meaning:
      'Limit of log lines about requests that succeeded, per process. Beyond it one line a second has the number of those left out; refusals and failures are always logged. 0 is no limit',
  },
  LOG_FORMAT: {
    type: 'choice',
    choices: ['pretty', 'json'],
    meaning:
      'Form of the log: `pretty` for people, `json` for programs. Default `pretty` on a terminal, otherwise `json`',
  },
} as const satisfies Record<string, SettingDefinition>;
