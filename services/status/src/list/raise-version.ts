/** Raises the version of a list after changes. Concurrent changes of one process share a raise. */

import { type StatusListDocument, statusLists } from '@countersign/shared/model/status/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { raiseVersion } from './status-list-transitions.ts';
import type { StatusPlatform } from './status-platform.ts';

/**
 * Raises the version of a list. Resolves with the version of a raise that started after the call, once it is durable.
 * @param seen the list as just read, to save a second read
 */
export type RaiseVersion = (list: RaisedList, seen?: StatusListDocument) => Promise<number>;

type RaisedList = Pick<StatusListDocument, 'id' | 'tenant'>;

/** Creates the function of one process. */
export function createRaises({ store }: Pick<StatusPlatform, 'store'>): RaiseVersion {
  /** Running raises by list. */
  const running = new Map<string, Promise<unknown>>();
  /** Raises that have not started, by list: later calls join them. */
  const waiting = new Map<string, { seen: StatusListDocument | undefined; readonly ended: Promise<number> }>();

  const begin = async (list: RaisedList): Promise<number> => {
    const { id } = list;
    // A failure of the running raise rejects for its own callers. Awaited even if none is running, so that the other
    // calls in this turn can join.
    await Promise.allSettled([running.get(id)]);
    const seen = waiting.get(id)?.seen;
    waiting.delete(id);
    const ended = raise(list, seen);
    running.set(id, ended);
    try {
      return await ended;
    } finally {
      if (running.get(id) === ended) running.delete(id);
    }
  };
  const raise = async ({ id, tenant }: RaisedList, seen: StatusListDocument | undefined): Promise<number> => {
    const stored = await ofTenant(store, tenant).update(statusLists, id, raiseVersion, seen);
    if (stored === undefined) throw new Error(`The status list ${id} was removed`);
    return stored.version;
  };

  return (list, seen) => {
    const present = waiting.get(list.id);
    if (present === undefined) {
      const group = { seen, ended: begin(list) };
      waiting.set(list.id, group);
      return group.ended;
    }
    if (seen !== undefined && (present.seen?.rev ?? 0) < seen.rev) present.seen = seen;
    return present.ended;
  };
}
