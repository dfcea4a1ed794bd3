/** The mark of a restore, for services that allocate numbers. */
import type { Collection, StoredDocument } from '../store/port.ts';

/** Id of the one document. */
export const LAST_RESTORE = 'last';

export interface RestoreDocument extends StoredDocument {
  /** `LAST_RESTORE`. */
  readonly id: string;
  /** Milliseconds. */
  readonly at: number;
  /** Lowest number of a new status list, because credentials issued after the backup may use lower ones. */
  readonly firstList: number;
}

export const restores: Collection<RestoreDocument> = { name: 'restores', indexes: {} };

/** The mark after another restore; it keeps the highest number. Pure. */
export function restoredAgain(
  last: RestoreDocument,
  { at, firstList }: Pick<RestoreDocument, 'at' | 'firstList'>,
): RestoreDocument {
  return { ...last, at, firstList: Math.max(last.firstList, firstList) };
}
