/**
 * The order of rooms and folders, and what each may import: the data of `npm run lint`. Each list starts with the
 * lowest. A room, a folder or a package imports itself and earlier ones, never a later one.
 */

/** The rooms of libs/shared/src. */
export const rooms = {
  kernel: 'errors, JSON, identifiers, clock, randomness, log, time limits: what every room may use',
  settings: 'the table of settings, how they are read and checked',
  crypto: 'JWT, JWK, X.509 and certificate paths, envelopes, status bits: pure functions over keys and bytes',
  mdoc: 'CBOR, COSE and ISO mdoc: credentials, responses and transcripts as pure functions over bytes',
  store: 'the port of documents with compare-and-set, its contract, LMDB and MongoDB',
  cache: 'the port of short-lived marks, in process and Redis',
  bus: 'the port of events and their catalogue, in process and Kafka',
  outbox: 'events kept in the document that caused them, and their relay to the bus',
  model: "the domain's documents, their states and transitions",
  'event-log': "the log of a tenant's events: how they are read from documents and appended",
  keys: "tenants' keys, vaults for data at rest",
  tracing: 'trace context and spans',
  metrics: 'the catalogue of metrics and their port',
  http: 'messages between services, validation, servers, outbound requests',
  'configuration-documents': 'what a tenant configures: each document described once, with examples',
  trust: "trust anchors by purpose, other issuers' status lists",
  pages: "the user pages' look and language",
  audit: 'the audit record and its file',
  'flow-config': 'configurations from files and the API, webhook settings',
  messages: 'bodies that services read: one schema each, whose static type the operation receives',
  openid4vp: 'the parts of OpenID4VP that issuer and verifier share',
  runtime: "a service's platform: engines, jobs, calls, start and stop",
};

/** The folders of a package's src. Files outside the folders combine them: they come last. */
export const folders = {
  'libs/wallet': {
    jwt: "the wallet's keys, the JWTs it signs, a credential's claims",
    mdoc: 'CBOR, COSE and ISO mdoc: how credentials are received, checked and presented',
    provider: 'the wallet provider: its certificates and attestations',
    profiles: 'what real wallets send and leave out',
    sending: 'how requests are sent, and what a fault changes in them',
    presentation: 'requests and responses (OpenID4VP)',
    issuance: 'from an offer to credentials (OpenID4VCI)',
    faults: 'errors that a wallet can make',
    command: 'countersign-wallet: the command line',
  },
  'libs/dry-run': {
    port: 'what a run needs from the process that performs it',
    warnings: 'what will go wrong with a configuration: pure functions over the loaded files',
    surroundings: 'what a run reads in addition to the flow: trust, certificates, addresses',
    flow: 'the wallet receives a credential or responds to a request: its requests, its contents, the outcome',
  },
  'libs/european-trust': {
    registration:
      'registration certificates and access certificates: how they are read and checked, and what they cover',
    'xml-lists': 'trusted lists in XML: how they are read safely, and what they contain',
    lists: 'lists of trusted entities: how they are read and checked, and which anchors they contain',
    tenant: 'the registration certificates that a tenant has, and whether it may use one now',
    refresh:
      "a tenant's lists: one replica fetches them from their sources and stores them, and all replicas read them",
    revocation: 'certificate revocation lists and OCSP responses: how they are read and checked',
    renewal: 'when a certificate is renewed, and when a failed attempt is retried',
    registrar: 'the register of relying parties: its API (TS5), and the registration certificates that it issues',
    acme: 'certificates through ACME (RFC 8555): the client, and the renewal',
    hosting: 'lists of trusted entities that a tenant publishes: their content, its checks, the signature',
  },
  console: {
    api: 'calls to the management API, its errors and event streams',
    state: 'who is signed in, language, theme, address: signals that all pages share',
    text: "the pages' texts, in German and English",
    parts: 'what pages are made of: tables, forms, dialogs, live lists',
    pages: 'one folder per page',
  },
  'services/gateway': {
    browser: "page scripts: the module that asks a browser's wallets, and the scripts of /docs",
    errors: 'how an error is sent: status, headers and text',
    schemas: 'bodies, responses and files, as JSON Schema',
    routes: 'the table of routes: paths, variants, who may call, what the audit log records',
    request: "a request's parameters, query and pages",
    documents: 'OpenAPI description, home, error and docs pages, public files',
    authenticate: "the management API's callers: clients, tokens, tenants",
    'sign-in': 'console users: sign-in, sign-out, and who is signed in',
    audit: 'reading the audit log, and its retention',
    tenants: 'tenants and management clients created through the API: their operations, how a tenant is erased',
    idempotency: 'calls with an Idempotency-Key: performed once, their responses kept',
    trace: 'traces of sessions and of requests that match no session: collected, written, read, removed',
    sessions: 'sessions for backends: reading, erasure, retention',
    events: "a tenant's log as server-sent events: one reader per tenant, all its streams, retention",
    overview: 'what happened today: counts by tenant and hour, what is pending, what failed',
    transfer: "all of a tenant's configurations as one file: export, check, import",
    bundles: 'what a repository owns of a tenant: what applying it would change, and its application, all or nothing',
    quotas: "a tenant's calls per minute and at the same time",
    login: "applications where users sign in with their wallets: the tenant's OpenID provider",
    rights: 'the page where users see and erase their stored data',
    edge: 'the HTTP edge: matching, limits, bodies, responses, event streams',
  },
  'services/issuer': {
    browser: 'the script of the authorization page',
    schema: 'JSON Schema for claims, compiled within a time budget',
    pages: 'user pages: authorization and sign-in',
    keys: "a tenant's keys: list, rotation, encryption keys, revocation lists; trust anchors",
    configuration: 'credential configurations: their shape, their errors and what is derived from them',
    scheme: 'attestation schemes of the European catalogue: from and to a credential configuration',
    registration: "the issuer's registration certificate, and which parts of its configurations it covers",
    session: "an issuance's session: finding it, its transitions, its end",
    'sign-in': "a tenant's identity provider, and how users sign in there",
    client: 'who the wallet is: parameters, registered clients, attestations, DPoP',
    access: 'access tokens at the resource endpoints',
    claims: "a credential's claims: from the offer, the claims webhook or a presentation",
    proof: 'key proofs and key attestations',
    offer: "creating offers, and their redemptions' sessions",
    authorize: 'PAR, the authorization page, the challenge endpoint, presentation during issuance',
    token: 'the token endpoint',
    credential: 'nonce, credential and deferred credential',
    notification: "wallets' notifications",
    metadata: 'metadata for the issuer, its authorization server and credential types',
    'tenant-parts': 'display, images and registered wallets that a tenant writes through the API',
    hosting: 'lists of trusted entities that a tenant publishes: their versions, calls, address and job',
  },
  'services/verifier': {
    crypto: 'HPKE and JWS with several signatures',
    mdoc: 'device responses: their parts and how they are verified',
    session: "a presentation's session: finding it, its transitions, its end",
    query: 'presentation configurations and DCQL',
    transaction: 'transaction data: its types, its checks, and who confirmed it',
    registration: 'registration certificates: which configuration they belong to, and whether they cover it',
    presentation: 'presented credentials of each format, verified against the query',
    zk: 'zero-knowledge proofs: their request, what is compared, and the port to the process that verifies them',
    trust: "the status of presented credentials and of their issuers' certificates",
    request: 'creating requests and request objects',
    response: "wallets' responses and what follows",
    'dc-api': 'responses through the Digital Credentials API',
    pages: 'the page for a presentation',
  },
  'services/status': {
    list: 'status lists: their tokens, versions and publication',
    allocation: 'places in lists for new credentials',
    revocation: 'status changes, and what they cause',
  },
  'services/webhook-dispatcher': {
    sending: 'one request to a webhook: payload, signature, response',
    delivery: 'deliveries: attempts, retries, ends and queues',
    consume: 'events from the bus, turned into deliveries',
    management: 'deliveries and secrets for backends: reading, resending, a test call',
  },
  'services/standalone': { workers: 'several processes behind one port: the primary, its workers, what they share' },
  'clients/typescript': {},
  'clients/button': {},
  'docs-site': { browser: 'the script on every page: search, copy buttons, language tabs, theme switch' },
  bench: {
    server: 'the server that is measured: one process, or five with their engines',
    load: 'calls in a closed loop, and what they took',
    flows: 'one file per flow: what its wallets and backends send, and how each response is checked',
    results: 'the result as data and as a readable report',
    profile: "a server's work by part: signatures, CPU profile",
    scenarios: 'the table of measured flows, and how one is run',
    scale: 'stores with many sessions, and many replicas',
  },
  operator: {
    process: 'what commands have in common',
    configuration: "errors in the configuration folder's files",
    data: 'the secrets, store, vaults and engines that a command uses',
    bundle: 'a bundle of configurations: how its files are read, and the calls of the server',
    'after-restore': 'what a restored store needs before the services start',
  },
};

/** The project's packages, and which others their sources import. */
const shared = ['shared'];
const services = ['gateway', 'issuer', 'verifier', 'status', 'webhook-dispatcher'];
export const packages = {
  'libs/shared': [],
  // The wallet is separate from the server: it has none of the server's code, and only dry runs use it.
  'libs/wallet': [],
  'libs/dry-run': [...shared, 'european-trust', 'wallet'],
  'libs/european-trust': shared,
  // Backends use it without the server, so it has none of the server's code.
  'clients/typescript': [],
  // Third-party pages use it.
  'clients/button': [],
  // The console is a backend like others: it uses only the API, and its types.
  console: ['client'],
  // Generated from documents when the project is built, without the server's code.
  'docs-site': [],
  ...Object.fromEntries(services.map((name) => [`services/${name}`, shared])),
  'services/gateway': [...shared, 'dry-run'],
  'services/issuer': [...shared, 'european-trust'],
  'services/verifier': [...shared, 'european-trust'],
  'services/status': [...shared, 'european-trust'],
  operator: [...shared, ...services, 'european-trust'],
  // Before it starts it checks the configuration as the operator's command does.
  'services/standalone': [...shared, ...services, 'operator'],
  // Servers are measured from outside. Only the work of mdocs and of trust lists is measured by function.
  bench: [...shared, 'european-trust', 'wallet', 'issuer', 'verifier', 'status', 'operator'],
};

/** Packages that no image and no other package contains: they may use an engine without its port. */
export const unshipped = ['bench'];

/** The name after `@countersign/`, and in the table above: the folder's, unless it is here. */
const names = { 'clients/typescript': 'client' };
export const nameOf = (folder) => names[folder] ?? folder.slice(folder.lastIndexOf('/') + 1);

/**
 * Tables of reasons, plain data that every place of their package may import. They import only each other, and how an entry looks.
 */
export const reasonTables = {
  file: /\/src\/(?:.*-)?reasons$/,
  entry: /^libs\/shared\/src\/kernel\/reasons\/reasons?$/,
};
/** What services may import of each other: a service's table of all reasons. */
export const published = /^services\/[^/]+\/src\/reasons$/;

/** Packages that a workspace uses without an import: its compiler, its linter and their types. */
export const tools = {
  '': ['@biomejs/biome', '@types/node', 'typescript'],
  console: [
    '@codemirror/autocomplete',
    '@codemirror/commands',
    '@codemirror/lang-json',
    '@codemirror/language',
    '@codemirror/lint',
    '@codemirror/state',
    '@codemirror/view',
    '@lezer/highlight',
  ],
  'clients/typescript': ['typescript'],
  'services/gateway': ['@countersign/button', '@countersign/console', '@countersign/docs-site'],
};

/** Packages whose sources are bundled: their imports are needed to build, not in production. */
export const bundled = ['console', 'clients/button', 'docs-site'];

/** Packages with a different version in one workspace: openapi-typescript needs the compiler's JavaScript API. */
export const otherVersions = { 'clients/typescript': ['typescript'] };

/** Files generated by `npm run docs`, as long as their source. */
export const generated = ['clients/typescript/src/http-api.ts'];

/** Programs that a test puts into a folder with separate packages. */
export const elsewhere = /^test\/(openapi\/samples\/|credo\/credo-wallet\.mjs$)/;

/** The files (or folders) that may import a package behind one of the project's ports. */
export const importers = {
  undici: [
    'libs/shared/src/http/outbound.ts',
    'libs/shared/src/http/calls/post-calls.ts',
    'libs/shared/src/keys/vault-signer.ts',
  ],
  opossum: [
    'libs/shared/src/http/upstream.ts',
    'services/webhook-dispatcher/src/delivery/target-queues.ts',
    'libs/shared/src/runtime/guarded-signer.ts',
  ],
  lmdb: ['libs/shared/src/store/lmdb/embedded.ts'],
  mongodb: ['libs/shared/src/store/mongo/store.ts'],
  kafkajs: ['libs/shared/src/bus/kafka'],
  ioredis: ['libs/shared/src/cache/redis/cache.ts'],
};

/** Files that are pure whatever they import: the transitions, and the checks of an mdoc's bytes. */
export const alwaysPure = [/-transitions\.ts$/, /^(libs\/shared|services\/verifier)\/src\/mdoc\//];

/** What a pure file may import of Node, and of `node:net` only these names. */
export const pureNodeModules = { crypto: 'all', buffer: 'all', zlib: 'all', util: 'all', net: ['isIP'] };

/** Rooms and files of libs/shared that a pure file does not import, not even a type: they do I/O, or are the ports of it. */
export const impureParts = [
  'store',
  'cache',
  'bus',
  'outbox',
  'keys',
  'tracing',
  'metrics',
  'trust',
  'audit',
  'runtime',
  'kernel/clock',
  'kernel/random',
  'crypto/generate-key',
  'crypto/sign-certificate',
  'model/session/session-change',
  'model/session/last-refusal',
  'model/delivery/dead-letters',
  'http/outbound',
  'http/upstream',
  'http/server/server',
  'http/internal-server',
  'http/guarded-socket',
];

/** Files in those rooms with nothing but names, types and pure functions. */
export const pureParts = [
  'bus/catalogue',
  'outbox/outbox',
  ...['trust-anchor', 'status-reference', 'status-token', 'status-cwt', 'status-list', 'identifier-list'].map(
    (name) => `trust/${name}`,
  ),
  ...['list-cwt', 'list-forms', 'list-lifetime'].map((name) => `trust/${name}`),
];

/** Types in those rooms that contain no port. */
export const pureTypes = {
  'kernel/clock': ['Clock'],
  'kernel/random': ['Random'],
  'crypto/generate-key': ['GeneratedKey'],
  'store/update-document': ['Transition'],
  'model/session/session-change': ['SessionTransition', 'SessionWith'],
};
