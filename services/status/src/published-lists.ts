/** The lists that one process holds: those that somebody has asked for. */

import type { EventHandler } from '@countersign/shared/bus/port';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { statusListId } from '@countersign/shared/model/status/status-list';
import { statusLists } from '@countersign/shared/model/status-documents';
import type { Job } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { LRUCache } from 'lru-cache';
import { createHeldList, type HeldList } from './published-list.ts';
import type { StatusPlatform } from './status-platform.ts';

export interface HeldLists {
  /**
   * The list for whoever asks for it now; read where it isn't held.
   * @param whenAway what is wanted of a list that can't be looked after because the store is away: the token in memory
   *   for as long as consumers may keep it, or nothing
   * @throws ProtocolError `not_found`, `temporarily_unavailable`
   */
  ask(tenant: string, n: number, whenAway: 'held' | 'refuse'): Promise<HeldList>;
  /** Whether the list is in use: held, or opened for credentials. Makes nothing. */
  exists(tenant: string, n: number): Promise<boolean>;
  /** A change was made in this process: whoever asks from now on gets it. */
  makeDue(tenant: string, n: number): void;
  /** Of `status.changed.v1`, in every replica: what another process has changed is looked at by the next who asks. */
  readonly changed: EventHandler;
  /** Forgets what nobody has asked for in a while. */
  readonly forgetting: Job;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** Milliseconds without a question, after which a list is forgotten; and how many are held, 128 KiB and a token each. */
const IDLE = 600_000;
const MAX_LISTS = 512;
const MINUTE = 60_000;

/** Makes the memory of one process. */
export function createHeldLists(platform: StatusPlatform, { listSize }: { readonly listSize: number }): HeldLists {
  const { clock } = platform;
  const held = new LRUCache<string, { readonly list: HeldList; readonly askedAt: number }>({ max: MAX_LISTS });

  const listOf = (tenant: string, n: number): HeldList => {
    const id = statusListId(tenant, n);
    const list = held.get(id)?.list ?? createHeldList(platform, tenant, n, listSize);
    held.set(id, { list, askedAt: clock() });
    return list;
  };
  const forget = async (): Promise<void> => {
    for (const [id, { askedAt }] of held) if (clock() - askedAt >= IDLE) held.delete(id);
  };

  return {
    ask: async (tenant, n, whenAway) => {
      const list = listOf(tenant, n);
      try {
        await list.fresh();
      } catch (error) {
        const code = error instanceof ProtocolError ? error.code : undefined;
        if (code === 'not_found') held.delete(statusListId(tenant, n));
        if (code !== 'temporarily_unavailable' || whenAway === 'refuse' || !list.mayServe()) throw error;
      }
      return list;
    },
    exists: async (tenant, n) => {
      const id = statusListId(tenant, n);
      return held.has(id) || (await ofTenant(platform.store, tenant).get(statusLists, id)) !== undefined;
    },
    makeDue: (tenant, n) => held.peek(statusListId(tenant, n))?.list.makeDue(),
    changed: async ({ data }) => {
      held.peek(statusListId(data.tenant, Number(data.list)))?.list.makeDue(String(data.entry));
    },
    forgetting: { name: 'status-lists', every: MINUTE, run: forget },
    idle: async () => {
      await Promise.all([...held.values()].map(({ list }) => list.idle()));
    },
  };
}
