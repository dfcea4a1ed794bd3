/** A tenant's lists in this process: read from the store again whenever a new one was accepted. */
import { createHash } from 'node:crypto';
import type { Clock } from '@countersign/shared/kernel/clock';
import type { Log } from '@countersign/shared/kernel/log';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { createSharedReads } from '@countersign/shared/kernel/shared-reads';
import { type TrustListDocument, trustLists } from '@countersign/shared/model/tenant/trust-lists';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';
import { isInForce, type ListState, stateOf } from '../lists/list-transitions.ts';
import { createPointedSources, firstOfEach } from './followed-lists.ts';
import { readParts } from './list-parts.ts';
import type { ListReader, ReadList } from './list-reader.ts';
import { conditionsOf, type ListSources, type TenantSource } from './list-sources.ts';
import { readStored } from './walked-list.ts';

export interface LoadedList extends ReadList {
  readonly from: TenantSource;
}

export interface LoadedLists {
  /** The currently valid lists. A list that was just replaced may still be the old one. */
  inForce(tenant: string): Promise<readonly LoadedList[]>;
  /** The sources of a tenant, and the lists to which those in force point. */
  sources(tenant: string): Promise<readonly TenantSource[]>;
  /** The sources whose lists are not valid now: they have ended, or none was accepted yet. */
  ended(tenant: string): Promise<readonly TenantSource[]>;
  /** A source's last good list, whatever its state; undefined if no list is acceptable now. */
  last(tenant: string, from: TenantSource): Promise<ReadList | undefined>;
}

export interface LoadedListParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly reader: ListReader;
  readonly sources: ListSources;
}

/** Milliseconds for which a process does not ask the store whether a new list was accepted. */
const CACHED_FOR = 1000;
const MAX_CACHED = 10_000;
/** Milliseconds after which an unreadable list is read again. */
const KEEP_FAILURE = 10_000;
/** Maximum number of lists cached in a process. */
const MAX_LISTS = 500;

/** Which list, and under which conditions. */
interface Version {
  readonly sha256: string | undefined;
  readonly conditions: string;
}

interface Loaded extends Version {
  readonly read: ReadList | undefined;
  readonly at: number;
}

/** The list last read from each source. Evicts the least recently read one. */
function createLatest(): Pick<Map<string, Loaded>, 'get' | 'set'> {
  const latest = new Map<string, Loaded>();
  return {
    get: (id) => latest.get(id),
    set: (id, one) => {
      latest.delete(id);
      if (latest.size >= MAX_LISTS) latest.delete(latest.keys().next().value ?? '');
      return latest.set(id, one);
    },
  };
}

export function createLoadedLists({ store, clock, log, reader, sources }: LoadedListParts): LoadedLists {
  const loaded = createLatest();
  const pointedSources = createPointedSources();
  const loading = new Map<string, Promise<ReadList | undefined>>();

  const documents = createSharedReads({
    read: async (key: string) => {
      const [tenant = '', id = ''] = key.split('\n');
      return { document: await ofTenant(store, tenant).get(trustLists, id) };
    },
    clock,
    cacheFor: CACHED_FOR,
    most: MAX_CACHED,
  });

  const readAgain = async (document: TrustListDocument, from: TenantSource): Promise<ReadList | undefined> => {
    const { good, id, tenant } = document;
    if (good === undefined) return undefined;
    const isSame = good.under === conditionsOf(from);
    try {
      const bytes = await readParts(ofTenant(store, tenant), id, good);
      if (bytes === undefined) return undefined;
      const successors = isSame ? good.acceptedUnder : [];
      const journal = isSame ? good.acceptedJournal : undefined;
      const announced = journal === undefined ? {} : { journal };
      const by = { source: from.source, ...announced, successors, now: good.verifiedAt, settings: from.settings };
      return await readStored(reader, { ...by, bytes });
    } catch (error) {
      log.error('A stored trust list cannot be read', {
        tenant,
        configuration: from.source.id,
        ...errorFields(error),
      });
      return undefined;
    }
  };

  const load = (document: TrustListDocument, from: TenantSource, version: Version): Promise<ReadList | undefined> => {
    const key = `${document.id} ${version.conditions} ${version.sha256}`;
    const pending = loading.get(key);
    if (pending !== undefined) return pending;
    const flight = readAgain(document, from)
      .then((read) => {
        loaded.set(document.id, { ...version, read, at: clock() });
        return read;
      })
      .finally(() => loading.delete(key));
    loading.set(key, flight);
    return flight;
  };

  /** @param orOlder the previous list may be used while a new one is read */
  const ofDocument = async (document: TrustListDocument, from: TenantSource, orOlder: boolean) => {
    const version = { sha256: document.good?.sha256, conditions: conditionsOf(from) };
    const known = loaded.get(document.id);
    const isSame = known?.sha256 === version.sha256 && known?.conditions === version.conditions;
    if (isSame && (known.read !== undefined || clock() - known.at < KEEP_FAILURE)) return known.read;
    const flight = load(document, from, version);
    const older = orOlder && known?.conditions === version.conditions ? known.read : undefined;
    return older !== undefined && (older.list.nextUpdate ?? 0) > clock() ? older : flight;
  };

  const documentIn = async (tenant: string, { source }: TenantSource): Promise<TrustListDocument | undefined> =>
    (await documents.of(`${tenant}\n${listId(tenant, source.url)}`)).document;

  /**
   * A list from a pointer is only missed once it was accepted, because a pointer on its own reveals nothing about its
   * entries.
   */
  const stateIn = async (tenant: string, from: TenantSource): Promise<'in force' | 'ended' | 'unknown'> => {
    const document = await documentIn(tenant, from);
    if (document !== undefined && isInForce(document, from.settings, clock())) return 'in force';
    return document?.good === undefined && from.pointedBy !== undefined ? 'unknown' : 'ended';
  };

  const one = async (tenant: string, from: TenantSource): Promise<readonly LoadedList[]> => {
    const document = await documentIn(tenant, from);
    if (document === undefined || !isInForce(document, from.settings, clock())) return [];
    // Most countries list no provider of attestations: there is nothing to read in their lists.
    const isEmpty = document.good?.entries === 0 && document.good.under === conditionsOf(from);
    if (isEmpty && from.follows === undefined) return [];
    const read = await ofDocument(document, from, true);
    return read === undefined ? [] : [{ ...read, from }];
  };

  /** The lists of the sources, and those to which they point. */
  const walked = async (tenant: string) => {
    const roots = await sources(tenant);
    const inForce = (await Promise.all(roots.map((from) => one(tenant, from)))).flat();
    const pointed = firstOfEach(inForce.flatMap(pointedSources), roots);
    if (pointed.length === 0) return { all: roots, inForce };
    const further = (await Promise.all(pointed.map((from) => one(tenant, from)))).flat();
    return { all: [...roots, ...pointed], inForce: [...inForce, ...further] };
  };

  return {
    inForce: async (tenant) => (await walked(tenant)).inForce,
    sources: async (tenant) => (await walked(tenant)).all,
    ended: async (tenant) => {
      const { all } = await walked(tenant);
      const states = await Promise.all(all.map((from) => stateIn(tenant, from)));
      return all.filter((_, index) => states[index] === 'ended');
    },
    last: async (tenant, from) => {
      const document = await ofTenant(store, tenant).get(trustLists, listId(tenant, from.source.url));
      return document === undefined ? undefined : ofDocument(document, from, false);
    },
  };
}

/** A list's id in the store: by its address, so that it stays the same list under another name. */
export function listId(tenant: string, url: string): string {
  return `${tenant}/${createHash('sha256').update(url).digest('base64url')}`;
}

/** The state of each of a tenant's sources, as stored. */
export async function listStates(
  store: Store,
  tenant: string,
  sources: readonly TenantSource[],
  now: number,
): Promise<
  readonly { readonly from: TenantSource; readonly state: ListState; readonly document?: TrustListDocument }[]
> {
  const own = ofTenant(store, tenant);
  return Promise.all(
    sources.map(async (from) => {
      const document = await own.get(trustLists, listId(tenant, from.source.url));
      return document === undefined
        ? { from, state: 'absent' as const }
        : { from, state: stateOf(document, now), document };
    }),
  );
}
