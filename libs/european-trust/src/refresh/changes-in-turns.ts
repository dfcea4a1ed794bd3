/** Compares two lists without holding up the event loop. */
import { setImmediate as turn } from 'node:timers/promises';
import type { ListChanges } from '@countersign/shared/model/tenant/trust-lists';
import { createChanges } from '../lists/list-changes.ts';
import type { TrustList } from '../lists/trust-list.ts';

/** Entries that are compared in one turn of the event loop: about two milliseconds. */
const AT_ONCE = 1000;

/** @param before undefined: there was no list */
export async function changesInTurns(
  before: Pick<TrustList, 'entries'> | undefined,
  after: Pick<TrustList, 'entries'>,
): Promise<Pick<ListChanges, 'added' | 'removed' | 'counts'>> {
  const changes = createChanges();
  const inTurns = async (entries: TrustList['entries'], take: (some: TrustList['entries']) => void): Promise<void> => {
    for (let at = 0; at < entries.length; at += AT_ONCE) {
      await turn();
      take(entries.slice(at, at + AT_ONCE));
    }
  };
  await inTurns(before?.entries ?? [], changes.before);
  await inTurns(after.entries, changes.after);
  return changes.made();
}
