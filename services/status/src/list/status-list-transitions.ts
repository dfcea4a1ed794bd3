/** The transitions of a status list: positions are leased, its version is raised, and it is closed. Pure. */

import type { OwnBits } from '@countersign/shared/crypto/status-bits';
import type { StatusListDocument } from '@countersign/shared/model/status/status-documents';
import type { Transition } from '@countersign/shared/store/update-document';

export function statusListId(tenant: string, n: number): string {
  return `${tenant}/${n}`;
}

export interface NewStatusList {
  readonly tenant: string;
  readonly n: number;
  readonly size: number;
  readonly bits: OwnBits;
  readonly keySet?: string | undefined;
}

/** A new list that allocates positions, to be inserted. */
export function openedList({ tenant, n, size, bits, keySet }: NewStatusList): Omit<StatusListDocument, 'rev'> {
  const signed = keySet === undefined ? {} : { keySet };
  return { id: statusListId(tenant, n), tenant, n, size, bits, ...signed, allocated: 0, version: 1, closed: false };
}

/** A list recreated after a restore: it is published and allocates no positions. To be inserted. */
export function restoredList(list: NewStatusList): Omit<StatusListDocument, 'rev'> {
  return { ...openedList(list), allocated: list.size, closed: true };
}

/** Positions from `first` up to, without, `end`. */
export interface LeasedPositions {
  readonly first: number;
  readonly end: number;
}

/**
 * Leases the next block of positions; the block that reaches the end of the list closes it.
 * @param count minimum number of positions
 * @param bits minimum number of bits per entry
 * @returns result: undefined if the list is closed, has fewer positions left, or smaller entries
 */
export function leasePositions(
  list: StatusListDocument,
  { count, blockSize, bits }: { readonly count: number; readonly blockSize: number; readonly bits: OwnBits },
): Transition<StatusListDocument, LeasedPositions | undefined> {
  const { allocated: first, size, closed } = list;
  if (closed || size - first < count || (list.bits ?? 1) < bits) return { document: list, result: undefined };
  const end = Math.min(first + Math.max(blockSize, count), size);
  return { document: { ...list, allocated: end, closed: end === size }, result: { first, end } };
}

/** Status changes were written before: replicas that cache the list must read them. */
export function raiseVersion(list: StatusListDocument): StatusListDocument {
  return { ...list, version: list.version + 1 };
}

/**
 * After a restore the list allocates no more positions, and its token is signed again.
 * @returns result: whether it was open
 */
export function closeList(list: StatusListDocument): Transition<StatusListDocument, 'closed' | 'was_closed'> {
  return { document: { ...raiseVersion(list), closed: true }, result: list.closed ? 'was_closed' : 'closed' };
}
