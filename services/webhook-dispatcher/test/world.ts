/** A dispatcher on an embedded store with its own clock, sessions with webhooks, and receivers. */

import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { BusEvent, EventType } from '@countersign/shared/bus/catalogue';
import { type OperationReply, type OperationRequest, operationNamed } from '@countersign/shared/http/message';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createVaults } from '@countersign/shared/keys/vaults';
import { noMetrics } from '@countersign/shared/metrics/metrics';
import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import { withDeliveries } from '@countersign/shared/model/session/pending';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { newEvent } from '@countersign/shared/outbox/events';
import { readSettings } from '@countersign/shared/settings/read-settings';
import type { Store } from '@countersign/shared/store/port';
import { updateDocument } from '@countersign/shared/store/update-document';
import { deliveries, sessions, statusEntries } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import type { DispatcherPlatform } from '../src/sending/dispatcher-platform.ts';
import { createWebhookDispatcher, type DispatcherOptions, type WebhookDispatcher } from '../src/webhook-dispatcher.ts';

export interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface World {
  readonly store: Store;
  readonly platform: DispatcherPlatform;
  now: number;
  /** A replica; stopped at the end of the test. */
  dispatcher(options?: DispatcherOptions & { readonly store?: Store }): WebhookDispatcher;
  /** Inserts a session with webhooks, and returns its events, which happen now. */
  session(options: SessionOptions): Promise<{ readonly id: string; readonly events: readonly BusEvent[] }>;
  /** Sets the status of the credential of a session, as the status service does; resolves with the event of the change. */
  changeStatus(session: string, value: number): Promise<BusEvent>;
  delivery(id: string | undefined): Promise<DeliveryDocument | undefined>;
  pending(session: string): Promise<readonly string[] | undefined>;
}

export interface SessionOptions {
  readonly url?: string;
  readonly config?: object;
  readonly webhook?: 'claims' | 'result' | 'outcome';
  readonly types?: readonly EventType[];
  readonly tenant?: string;
  readonly state?: string;
  /** Items `{id, values}`. */
  readonly credentials?: readonly object[];
}

const DATA: Readonly<Record<EventType, Record<string, string>>> = {
  'presentation.requested.v1': { configuration: 'age', request: 'h' },
  'webhook.answered.v1': { request: 'h' },
  'webhook.gave-up.v1': { request: 'h', reason: 'exhausted' },
  'presentation.verified.v1': { configuration: 'age', request: 'h' },
  'presentation.released.v1': { configuration: 'age', request: 'h' },
  'presentation.rejected.v1': { configuration: 'age', request: 'h', reason: 'access_denied' },
  'presentation.refused.v1': { configuration: 'age', request: 'h', reason: 'revoked', credential: 'pid' },
  'presentation.expired.v1': { configuration: 'age', request: 'h' },
  'claims.reissue.v1': { request: 'h' },
  'attributes.requested.v1': { request: 'h' },
  'credential.issued.v1': { configuration: 'pid', notification: 'n-1' },
  'issuance.completed.v1': {},
  'issuance.failed.v1': { reason: 'claims_invalid' },
  'status.changed.v1': { configuration: 'employee-badge', status: '1', list: '1', entry: 'default/e' },
  'events.appended.v1': {},
};

export async function world(t: TestContext, env: Record<string, string> = {}, log = silentLog): Promise<World> {
  const store = await temporaryStore(t);
  const { settings } = readSettings({
    MASTER_KEY: Buffer.alloc(32).toString('base64url'),
    WEBHOOK_TIMEOUT: '1',
    ...env,
  });
  const clock = (): number => made.now;
  const vaults = createVaults({ store, clock, masterKey: Buffer.alloc(32, 1), random: systemRandom });
  const platform: DispatcherPlatform = {
    settings,
    store,
    vaults,
    clock,
    random: systemRandom,
    log,
    metrics: noMetrics,
    wakeRelay: () => undefined,
  };
  const made: World = {
    store,
    platform,
    now: Date.UTC(2030, 0, 1),
    dispatcher: ({ store: other = store, ...options } = {}) => {
      const dispatcher = createWebhookDispatcher({ ...platform, store: other }, options);
      t.after(() => dispatcher.stop());
      return dispatcher;
    },
    session: (options) => insertSession(platform, options),
    changeStatus: (session, value) => changeStatus(platform, session, value === 0 ? 0 : 1),
    delivery: (id) => store.get(deliveries, id ?? ''),
    pending: async (session) => (await store.get(sessions, session))?.pendingDeliveries.map(({ id }) => id),
  };
  return made;
}

async function insertSession(platform: DispatcherPlatform, options: SessionOptions) {
  const { url = '', webhook = 'outcome', types = ['issuance.completed.v1'], tenant = 'default' } = options;
  const { store, vaults, clock, random } = platform;
  const id = `session-${random(8).toString('hex')}`;
  const vault = await vaults.of(tenant);
  const common = { session: id, tenant, source: 'https://issuer.example', clock, random };
  const entries = types.map((type) => newEvent({ ...common, type, data: DATA[type] }));
  const progress = {
    state: 'verified',
    verifiedAt: clock(),
    sealedCredentials: vault.seal(JSON.stringify(options.credentials ?? []), `session/${id}/credentials`),
    answerHash: 'h',
  } as const;
  const presentation: PresentationPart = {
    configurationId: 'age',
    requestHash: 'h',
    stateHash: 'h',
    nonce: 'n',
    sealedRequest: 's',
    failures: 0,
    progress,
  };
  const session: SessionDocument = {
    id,
    rev: 0,
    tenant,
    kind: 'presentation',
    createdAt: clock(),
    updatedAt: clock(),
    expiresAt: clock() + 1000,
    handle: id,
    status: 'verified',
    ...(options.state === undefined ? {} : { state: options.state }),
    presentation,
    webhooks: { [webhook]: vault.seal(JSON.stringify({ url, ...options.config }), `session/${id}/webhook/${webhook}`) },
    pendingDeliveries: [],
    outbox: [],
  };
  await store.insert(sessions, withDeliveries(session, entries, clock()));
  return { id, events: entries.map(({ event }) => event) };
}

/** Id of the status entry of a test session. */
export function entryId(session: string): string {
  return `default/${session}/e`;
}

async function changeStatus(platform: DispatcherPlatform, session: string, value: 0 | 1): Promise<BusEvent> {
  const { store, clock, random } = platform;
  const id = entryId(session);
  const data = { configuration: 'pid', status: String(value), list: '1', entry: id };
  const source = 'https://issuer.example';
  const { event } = newEvent({ type: 'status.changed.v1', session, tenant: 'default', data, source, clock, random });
  const changed = { value, changedAt: clock(), changedIn: 'default/1', seq: 1 };
  const change = { event: event.id, value, at: clock() };
  const fresh = { id, tenant: 'default', list: 1, indexes: [7], session, configuration: 'pid', outbox: [], ...changed };
  const inserted = await store.insert(statusEntries, { ...fresh, changes: [change] });
  if (inserted === undefined) {
    await updateDocument(store, statusEntries, id, (entry) => ({
      ...entry,
      ...changed,
      changes: [...(entry.changes ?? []), change],
    }));
  }
  return event;
}

/** Passes an event to the dispatcher, and waits until the deliveries that it queued have run. */
export async function deliver(dispatcher: WebhookDispatcher, event: BusEvent | undefined): Promise<void> {
  if (event === undefined) throw new Error('There is no event');
  await dispatcher.consumers[0]?.handler(event);
  await dispatcher.idle();
}

/** Runs a job, and waits until the deliveries that it queued have run. */
export async function runJob(dispatcher: WebhookDispatcher, name: string): Promise<void> {
  const job = dispatcher.jobs.find((one) => one.name === name);
  if (job === undefined) throw new Error(`no job ${name}`);
  await job.run();
  await dispatcher.idle();
}

/** @param more the tenant, or other members of the request */
export async function call(
  dispatcher: WebhookDispatcher,
  operation: string,
  params: Record<string, string>,
  more: string | Partial<OperationRequest> = {},
): Promise<OperationReply> {
  const found = operationNamed(dispatcher.operations, operation);
  if (found === undefined) throw new Error(`no operation ${operation}`);
  const own = typeof more === 'string' ? { tenant: more } : more;
  return found({
    id: 'r',
    tenant: 'default',
    method: 'GET',
    url: '',
    params,
    query: {},
    headers: {},
    body: undefined,
    encoding: 'none',
    ...own,
  });
}

export interface Receiver {
  readonly url: string;
  readonly got: readonly Got[];
}

/** A receiver that records each request and then responds. Default: 204 */
export async function receiver(t: TestContext, answer?: RequestListener): Promise<Receiver> {
  const got: Got[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    got.push({ headers: request.headers, body });
    if (answer === undefined) response.writeHead(204).end();
    else answer(request, response);
  });
  return { url: `http://127.0.0.1:${await listen(t, server)}/hook`, got };
}

/** The port of a server that ends with the test, with all its connections. */
export async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
