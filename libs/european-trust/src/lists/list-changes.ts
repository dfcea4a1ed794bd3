/** What a new list changed: certificates by service, added and removed. */
import type { ListChange, ListChanges } from '@countersign/shared/model/tenant/trust-lists';
import type { TrustList } from './trust-list.ts';

/** Maximum number of names, in each direction. */
const MAX_NAMED = 50;

export function changesBetween(
  before: Pick<TrustList, 'entries'> | undefined,
  after: Pick<TrustList, 'entries'>,
): Pick<ListChanges, 'added' | 'removed' | 'counts'> {
  const [old, fresh] = [certificatesOf(before), certificatesOf(after)];
  const added = [...fresh].filter(([key]) => !old.has(key)).map(([, change]) => change);
  const removed = [...old].filter(([key]) => !fresh.has(key)).map(([, change]) => change);
  return {
    added: added.slice(0, MAX_NAMED),
    removed: removed.slice(0, MAX_NAMED),
    counts: { added: added.length, removed: removed.length },
  };
}

/** An active service that has ended leaves the list for whoever trusts it. */
function certificatesOf(list: Pick<TrustList, 'entries'> | undefined): ReadonlyMap<string, ListChange> {
  const active = (list?.entries ?? []).filter(({ state }) => state === undefined || state.active);
  return new Map(
    active.flatMap(({ entity, purpose, certificates }) =>
      certificates.map(({ sha256 }): [string, ListChange] => [
        `${purpose} ${sha256}`,
        { entity: entity.name, service: purpose, sha256 },
      ]),
    ),
  );
}

/** Whether a list lost more than half of its entries. It is signed, so it is used, and the operator is notified. */
export function hasShrunk(before: number | undefined, after: number): boolean {
  return before !== undefined && before > 0 && after < before / 2;
}
