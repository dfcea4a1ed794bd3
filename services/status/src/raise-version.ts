/** Raising the version of a list behind changes. Those of one process at the same time share a raise. */

import { type StatusListDocument, statusLists } from '@countersign/shared/model/status-documents';
import { updateDocument } from '@countersign/shared/store/update-document';
import type { StatusPlatform } from './status-platform.ts';

/**
 * Raises the version of a list. Resolves with the version of a raise that began after the call, when it is durable.
 * @param seen the list as read just now, to save reading it again
 */
export type RaiseVersion = (listId: string, seen?: StatusListDocument) => Promise<number>;

/** Makes the raiser of one process. */
export function createRaises({ store }: Pick<StatusPlatform, 'store'>): RaiseVersion {
  /** Begun, by list. */
  const running = new Map<string, Promise<unknown>>();
  /** Not begun: whoever comes joins. */
  const waiting = new Map<string, { seen: StatusListDocument | undefined; readonly ended: Promise<number> }>();

  const begin = async (listId: string): Promise<number> => {
    // Its outcome is told to those who joined it. Behind the await also where there is none: the others of this turn join.
    await Promise.allSettled([running.get(listId)]);
    const seen = waiting.get(listId)?.seen;
    waiting.delete(listId);
    const ended = raise(listId, seen);
    running.set(listId, ended);
    try {
      return await ended;
    } finally {
      if (running.get(listId) === ended) running.delete(listId);
    }
  };
  const raise = async (listId: string, seen: StatusListDocument | undefined): Promise<number> => {
    const next = (list: StatusListDocument): StatusListDocument => ({ ...list, version: list.version + 1 });
    const stored = await updateDocument(store, statusLists, listId, next, seen);
    if (stored === undefined) throw new Error(`The status list ${listId} is gone`);
    return stored.version;
  };

  return (listId, seen) => {
    const present = waiting.get(listId);
    if (present === undefined) {
      const group = { seen, ended: begin(listId) };
      waiting.set(listId, group);
      return group.ended;
    }
    if (seen !== undefined && (present.seen?.rev ?? 0) < seen.rev) present.seen = seen;
    return present.ended;
  };
}
