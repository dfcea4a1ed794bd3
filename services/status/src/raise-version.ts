/** Raising the version of a list behind changes. Those of one process at the same time share a raise. */

import { raiseVersion } from '@countersign/shared/model/status/status-list';
import { type StatusListDocument, statusLists } from '@countersign/shared/model/status-documents';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { StatusPlatform } from './status-platform.ts';

/**
 * Raises the version of a list. Resolves with the version of a raise that began after the call, when it is durable.
 * @param seen the list as read just now, to save reading it again
 */
export type RaiseVersion = (list: RaisedList, seen?: StatusListDocument) => Promise<number>;

type RaisedList = Pick<StatusListDocument, 'id' | 'tenant'>;

/** Makes the raiser of one process. */
export function createRaises({ store }: Pick<StatusPlatform, 'store'>): RaiseVersion {
  /** Begun, by list. */
  const running = new Map<string, Promise<unknown>>();
  /** Not begun: later calls join. */
  const waiting = new Map<string, { seen: StatusListDocument | undefined; readonly ended: Promise<number> }>();

  const begin = async (list: RaisedList): Promise<number> => {
    const { id } = list;
    // Its outcome goes to the calls that joined it. Awaited also where there is none: the other calls of this turn join.
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
    if (stored === undefined) throw new Error(`The status list ${id} is gone`);
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
