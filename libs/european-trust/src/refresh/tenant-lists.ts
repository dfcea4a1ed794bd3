/** The lists of all tenants in one process: services of the same process share them. */

import type { Outbound } from '@countersign/shared/http/outbound';
import { allTenants } from '@countersign/shared/runtime/all-tenants';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import type { ListedAnchors } from '@countersign/shared/trust/listed-anchors';
import { createListReader, type ListReader } from './list-reader.ts';
import { createListSources, type ListSources } from './list-sources.ts';
import { createListedAnchors } from './listed-anchors.ts';
import { createLoadedLists, type LoadedLists } from './loaded-lists.ts';
import { refreshListsJob } from './refresh-lists.ts';
import { createStoredSources, type StoredSources } from './stored-sources.ts';

export interface TenantLists {
  readonly anchors: ListedAnchors;
  readonly sources: ListSources;
  readonly stored: StoredSources;
  readonly lists: LoadedLists;
  readonly reader: ListReader;
}

type ListPlatform = Pick<Platform, 'settings' | 'store' | 'vaults' | 'clock' | 'log' | 'edits'>;

const made = new WeakMap<ListPlatform, TenantLists>();

/** The same for each service of a platform. */
export function tenantLists(platform: ListPlatform): TenantLists {
  const known = made.get(platform);
  if (known !== undefined) return known;
  const stored = createStoredSources(platform);
  const sources = createListSources(platform, stored);
  const reader = createListReader();
  const lists = createLoadedLists({ ...platform, reader, sources });
  const fresh = { sources, stored, reader, lists, anchors: createListedAnchors({ sources, lists }) };
  made.set(platform, fresh);
  return fresh;
}

/** Runs for one service, on one replica at a time. */
export function trustListsJob(platform: ListPlatform & Pick<Platform, 'random' | 'metrics'>, outbound: Outbound): Job {
  const { reader, lists } = tenantLists(platform);
  return refreshListsJob({
    platform,
    outbound,
    reader,
    lists,
    tenants: () => allTenants(platform),
  });
}
