/** What a new list changed: certificates by service, added and removed. */
import type { ListChange, ListChanges } from '@countersign/shared/model/tenant/trust-lists';
import type { TrustList } from './trust-list.ts';

/** Maximum number of names, in each direction. */
const MAX_NAMED = 50;

type Entries = TrustList['entries'];

/** A comparison of two lists, piece by piece: all entries of the old list first. */
export interface GrowingChanges {
  before(entries: Entries): void;
  after(entries: Entries): void;
  made(): Pick<ListChanges, 'added' | 'removed' | 'counts'>;
}

export function createChanges(): GrowingChanges {
  const removed = new Map<string, ListChange>();
  const known = new Set<string>();
  const added: ListChange[] = [];
  let count = 0;
  return {
    before: (entries) => {
      for (const [key, change] of certificatesIn(entries)) removed.set(key, change);
    },
    after: (entries) => {
      for (const [key, change] of certificatesIn(entries)) {
        if (known.has(key)) continue;
        known.add(key);
        if (removed.delete(key)) continue;
        count += 1;
        if (added.length < MAX_NAMED) added.push(change);
      }
    },
    made: () => ({
      added,
      removed: [...removed.values()].slice(0, MAX_NAMED),
      counts: { added: count, removed: removed.size },
    }),
  };
}

/** An active service that has ended leaves the list for whoever trusts it. */
function* certificatesIn(entries: Entries): Generator<readonly [string, ListChange]> {
  for (const { state, entity, purpose, certificates } of entries) {
    if (state?.active === false) continue;
    for (const { sha256 } of certificates) {
      yield [`${purpose} ${sha256}`, { entity: entity.name, service: purpose, sha256 }];
    }
  }
}

/** Whether a list lost more than half of its entries. It is signed, so it is used, and the operator is notified. */
export function hasShrunk(before: number | undefined, after: number): boolean {
  return before !== undefined && before > 0 && after < before / 2;
}
