/** The recently requested status lists, cached in this process. */

import type { EventHandler } from '@countersign/shared/bus/port';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { statusLists } from '@countersign/shared/model/status/status-documents';
import type { Job } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { LRUCache } from 'lru-cache';
import type { ListForm } from './list-form.ts';
import { createPublishedList, type PublishedList } from './published-list.ts';
import { statusListId } from './status-list-transitions.ts';
import type { StatusPlatform } from './status-platform.ts';

export interface PublishedLists {
  /**
   * The list, fresh enough for a request now; read from the store if it is not in memory.
   * @param whenUnreachable for an unreachable store: `cached` returns the list in memory for as long as consumers may keep
   *   its token, `refuse` throws
   * @param form of the token to be served, default `jwt`
   * @throws ProtocolError `not_found`, `temporarily_unavailable`
   */
  get(tenant: string, n: number, whenUnreachable: 'cached' | 'refuse', form?: ListForm): Promise<PublishedList>;
  /** Whether the list is in memory or was opened for credentials. Creates nothing. */
  exists(tenant: string, n: number): Promise<boolean>;
  /** After a change by this process: later requests receive it. */
  makeDue(tenant: string, n: number): void;
  /** Handles `status.changed.v1`, in every replica: the next request reads what another process has changed. */
  readonly changed: EventHandler;
  /** Evicts lists that were not requested for some time. */
  readonly eviction: Job;
  /** Resolves when no read is running. */
  idle(): Promise<void>;
}

/** A list is evicted after this many milliseconds without a request. */
const IDLE = 600_000;
/** At most this many lists in memory: each takes 128 KiB and a token. */
const MAX_LISTS = 512;
const MINUTE = 60_000;

/** Creates the lists of one process. */
export function createPublishedLists(
  platform: StatusPlatform,
  { listSize }: { readonly listSize: number },
): PublishedLists {
  const { clock } = platform;
  const cached = new LRUCache<string, { readonly list: PublishedList; readonly requestedAt: number }>({
    max: MAX_LISTS,
  });

  const listOf = (tenant: string, n: number): PublishedList => {
    const id = statusListId(tenant, n);
    const list = cached.get(id)?.list ?? createPublishedList(platform, tenant, n, listSize);
    cached.set(id, { list, requestedAt: clock() });
    return list;
  };
  const evict = async (): Promise<void> => {
    for (const [id, { requestedAt }] of cached) if (clock() - requestedAt >= IDLE) cached.delete(id);
  };

  return {
    get: async (tenant, n, whenUnreachable, form) => {
      const list = listOf(tenant, n);
      try {
        await list.fresh();
      } catch (error) {
        const code = error instanceof ProtocolError ? error.code : undefined;
        if (code === 'not_found') cached.delete(statusListId(tenant, n));
        if (code !== 'temporarily_unavailable' || whenUnreachable === 'refuse' || !list.mayServe(form)) throw error;
      }
      return list;
    },
    exists: async (tenant, n) => {
      const id = statusListId(tenant, n);
      return cached.has(id) || (await ofTenant(platform.store, tenant).get(statusLists, id)) !== undefined;
    },
    makeDue: (tenant, n) => cached.peek(statusListId(tenant, n))?.list.makeDue(),
    changed: async ({ data }) => {
      cached.peek(statusListId(data.tenant, Number(data.list)))?.list.makeDue(String(data.entry));
    },
    eviction: { name: 'status-lists', every: MINUTE, run: evict },
    idle: async () => {
      await Promise.all([...cached.values()].map(({ list }) => list.idle()));
    },
  };
}
