/** What a restore of a backup leaves behind for those who hand out numbers. */
import type { Collection, StoredDocument } from '../store/port.ts';

/** Id of the one document. */
export const LAST_RESTORE = 'last';

export interface RestoreDocument extends StoredDocument {
  /** `LAST_RESTORE`. */
  readonly id: string;
  /** Milliseconds. */
  readonly at: number;
  /** Status lists that are opened have at least this number: those below may have been given to wallets since the backup. */
  readonly firstList: number;
}

export const restores: Collection<RestoreDocument> = { name: 'restores', indexes: {} };

/** The mark after another restore: what was promised before still holds. Pure. */
export function restoredAgain(
  last: RestoreDocument,
  { at, firstList }: Pick<RestoreDocument, 'at' | 'firstList'>,
): RestoreDocument {
  return { ...last, at, firstList: Math.max(last.firstList, firstList) };
}
