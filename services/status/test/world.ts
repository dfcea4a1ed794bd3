/** A status service on a store, with its own clock. */
import type { TestContext } from 'node:test';
import { type ProfileName, requirements } from '@countersign/shared/flow-config/tenant-profile';
import { type OperationReply, type OperationRequest, operationNamed } from '@countersign/shared/http/message';
import type { Json } from '@countersign/shared/kernel/json';
import { silentLog } from '@countersign/shared/kernel/log';
import { systemRandom } from '@countersign/shared/kernel/random';
import { createKeyRing } from '@countersign/shared/keys/key-ring';
import { createVaults } from '@countersign/shared/keys/vaults';
import { noMetrics } from '@countersign/shared/metrics/metrics';
import type { StatusEntryDocument } from '@countersign/shared/model/status/status-documents';
import type { OutboxEntry } from '@countersign/shared/outbox/outbox';
import type { Service } from '@countersign/shared/runtime/service';
import { readSettings } from '@countersign/shared/settings/read-settings';
import type { Collection, Store, StoredDocument } from '@countersign/shared/store/port';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import type { LeaseOptions } from '../src/allocation/lease-positions.ts';
import type { StatusPlatform } from '../src/list/status-platform.ts';
import { createStatus } from '../src/status.ts';

export const PUBLIC_URL = 'https://issuer.example';

export interface World {
  readonly store: Store;
  now: number;
  /** Profile of every tenant. */
  profile: ProfileName;
  /** Entries whose relay was woken. */
  readonly woken: StatusEntryDocument[];
  /** Creates another replica on the same store. */
  replica(options?: LeaseOptions, store?: Store): Service;
  platform(store?: Store): StatusPlatform;
}

/** Creates a world for one test. @param provided default: an embedded store */
export async function world(t: TestContext, provided?: Store): Promise<World> {
  const [store, configFolder] = [provided ?? (await temporaryStore(t)), await temporaryFolder(t)];
  const { settings } = readSettings({
    PUBLIC_URL,
    LOG_LEVEL: 'silent',
    MASTER_KEY: Buffer.alloc(32).toString('base64url'),
  });
  const made: World = {
    store,
    now: Date.UTC(2030, 0, 1, 10, 20, 30),
    profile: 'open',
    woken: [],
    platform: (of = store) => {
      const clock = (): number => made.now;
      const common = { store: of, clock, log: silentLog };
      const vaults = createVaults({ ...common, masterKey: Buffer.alloc(32, 1), random: systemRandom });
      const keys = createKeyRing({ ...common, vaults, publicUrl: PUBLIC_URL, configFolder });
      const wakeEntryRelay = (entry: StatusEntryDocument): void => void made.woken.push(entry);
      const requirementsOf = () => requirements({ profile: made.profile }, settings);
      return {
        ...common,
        requirementsOf,
        settings,
        vaults,
        keys,
        random: systemRandom,
        metrics: noMetrics,
        wakeEntryRelay,
      };
    },
    replica: (options, of) => createStatus(made.platform(of), options),
  };
  return made;
}

export type StoreCall = 'insert' | 'get' | 'replace' | 'find' | 'delete';

/** Called before each call of the store; may wait, or throw an error that the store then throws. */
export type Watch = (call: StoreCall, collection: string, argument: unknown) => Promise<void> | void;

/** The store with an observer of every call. */
export function watched(store: Store, watch: Watch): Store {
  return {
    insert: async (collection, document) => {
      await watch('insert', collection.name, document);
      return store.insert(collection, document);
    },
    get: async <T extends StoredDocument>(collection: Collection<T>, id: string) => {
      await watch('get', collection.name, id);
      return store.get(collection, id);
    },
    replace: async (collection, document) => {
      await watch('replace', collection.name, document);
      return store.replace(collection, document);
    },
    delete: async (collection, document) => {
      await watch('delete', collection.name, document);
      return store.delete(collection, document);
    },
    find: async (collection, query) => {
      await watch('find', collection.name, query);
      return store.find(collection, query);
    },
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

/** An empty request. */
export const blank: OperationRequest = {
  id: 'r',
  tenant: 'default',
  method: 'GET',
  url: PUBLIC_URL,
  params: {},
  query: {},
  headers: {},
  body: undefined,
  encoding: 'none',
};

/** Calls an operation of the service. */
export async function call(
  service: Service,
  operation: string,
  request: Partial<OperationRequest> = {},
): Promise<OperationReply> {
  const found = operationNamed(service.operations, operation);
  if (found === undefined) throw new Error(`no operation ${operation}`);
  return found({ ...blank, ...request });
}

export interface Entry {
  readonly uri: string;
  readonly idx: number;
}

/** Allocates indexes for a request. */
export async function allocate(
  service: Service,
  request: string,
  count: number,
  more: Readonly<Partial<Record<'tenant' | 'session' | 'firstSession' | 'configuration' | 'keySet', string>>> = {},
): Promise<readonly Entry[]> {
  const { tenant = 'default', session = 's', configuration = 'pid', ...others } = more;
  const body = { session, configuration, request, count, ...others };
  const reply = await call(service, 'status.allocate', { method: 'POST', tenant, encoding: 'json', body });
  return (reply.body as unknown as { entries: Entry[] }).entries;
}

export interface EntryView extends Entry {
  readonly credentialConfigurationId: string;
  readonly status: number;
}

/** Sets the status of a session's credentials. */
export async function update(
  service: Service,
  sessionId: string,
  status: Json,
  more: { readonly tenant?: string; readonly credentialConfigurationId?: string } = {},
): Promise<readonly EntryView[]> {
  const { tenant = 'default', ...rest } = more;
  const request = { method: 'POST', tenant, encoding: 'json', body: { sessionId, status, ...rest } } as const;
  return (await call(service, 'status.update', request)).body as unknown as EntryView[];
}

/** The values of indexes in a list of a replica, as the verifier reads them. */
export async function values(service: Service, indexes: readonly number[], n = 1): Promise<readonly Json[]> {
  const body = { references: indexes.map((idx) => ({ n, idx })) };
  const reply = await call(service, 'status.values', { encoding: 'json', body });
  return (reply.body as unknown as { values: Json[] }).values;
}

/** Passes the event of a change to one replica. */
export async function sendChange(service: Service, { event }: OutboxEntry): Promise<void> {
  const [consumer] = service.consumers;
  if (consumer === undefined) throw new Error('no consumer');
  await consumer.handler(event);
}
