/** A host of lists, a tenant with one source, and a replica that reads them, for tests. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext } from 'node:test';
import type { Outbound, OutboundRequest, OutboundResponse } from '@countersign/shared/http/outbound';
import type { Log } from '@countersign/shared/kernel/log';
import { createRandom } from '@countersign/shared/kernel/random';
import { trustLists } from '@countersign/shared/model/tenant/trust-lists';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';
import { temporaryFolder, temporaryStore } from '@countersign/shared/test/store/temporary';
import { createListReader } from '../../src/refresh/list-reader.ts';
import { createListSources, type ListSources } from '../../src/refresh/list-sources.ts';
import { createLoadedLists, listId } from '../../src/refresh/loaded-lists.ts';
import { type RefreshParts, refreshListsJob } from '../../src/refresh/refresh-lists.ts';
import { URL_OF_LIST } from '../lists/made-lists.ts';
import { NOW } from '../registration/registrar.ts';

export const TENANT = 'default';

export interface Clock {
  now: number;
}

/** The address's response, and the requests it received. */
export interface Host {
  answer: () => Partial<OutboundResponse>;
  readonly asked: OutboundRequest[];
}

export function hostOf(answer: Host['answer']): Host & { readonly outbound: Outbound } {
  const host: Host & { outbound: Outbound } = {
    answer,
    asked: [],
    outbound: {
      request: async (request) => {
        host.asked.push(request);
        return { status: 200, headers: {}, body: Buffer.alloc(0), ...host.answer() };
      },
    },
  };
  return host;
}

export interface SourceFiles {
  readonly description?: object;
  readonly pem: string;
}

/** A folder of configuration with the source `pid`. */
export async function configured(t: TestContext, { description, pem }: SourceFiles): Promise<string> {
  const folder = await temporaryFolder(t);
  const lists = join(folder, 'trust/lists');
  await mkdir(lists, { recursive: true });
  await writeFile(join(lists, 'pid.json'), JSON.stringify(description ?? { url: URL_OF_LIST, list: 'pid-providers' }));
  await writeFile(join(lists, 'pid.pem'), pem);
  return folder;
}

export interface Replica extends RefreshParts {
  readonly run: () => Promise<void>;
  readonly logged: string[];
}

/** One thread for all tests: it starts more slowly than it reads. */
const reader = createListReader();
after(() => reader.close());

/** One process on a store. */
export function replicaOf(given: {
  readonly store: Store;
  readonly folder: string;
  readonly clock: Clock;
  readonly outbound: Outbound;
  /** Default: those in the folder. */
  readonly sources?: ListSources;
}): Replica {
  const logged: string[] = [];
  const note = (message: string, fields?: object): void => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const { store, outbound } = given;
  const clock = (): number => given.clock.now;
  const { sources = createListSources({ settings: { CONFIG_FOLDER: given.folder }, log }) } = given;
  const lists = createLoadedLists({ store, clock, log, reader, sources });
  const metrics = { count: () => undefined, observe: () => undefined, watch: () => undefined };
  const random = createRandom((bytes) => Buffer.alloc(bytes, 128));
  const platform = { store, clock, log, random, metrics };
  const parts = { platform, outbound, reader, lists, tenants: async () => [TENANT] };
  return { ...parts, logged, run: refreshListsJob(parts).run };
}

export async function startReplica(t: TestContext, files: SourceFiles, answer: Host['answer']) {
  const store = await temporaryStore(t);
  const folder = await configured(t, files);
  const clock = { now: NOW };
  const host = hostOf(answer);
  const replica = replicaOf({ store, folder, clock, outbound: host.outbound });
  const document = async () => ofTenant(store, TENANT).get(trustLists, listId(TENANT, URL_OF_LIST));
  /** Runs the job when the next check is due. */
  const later = async (milliseconds = 5 * 3_600_000): Promise<void> => {
    clock.now += milliseconds;
    await replica.run();
  };
  return { store, folder, clock, host, replica, document, later };
}
