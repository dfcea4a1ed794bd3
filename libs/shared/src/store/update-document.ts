/** The one way to change a stored document: a pure decision, taken by compare-and-set. */
import type { Collection, Store, StoredDocument } from './port.ts';

/**
 * Compare-and-set in a loop: reads, decides, replaces; where the revision moved, reads and decides again.
 * A revision conflict never decides anything: only the state in the document does.
 * @param decide pure; returns the next document, or the same one for "nothing to write"; throws to refuse
 * @param first a document read just now, to save the first read
 * @returns the stored document; undefined when there is none (any more)
 */
export async function updateDocument<T extends StoredDocument>(
  store: Store,
  collection: Collection<T>,
  id: string,
  decide: (document: T) => T,
  first?: T,
): Promise<T | undefined> {
  let document = first ?? (await store.get(collection, id));
  for (;;) {
    if (document === undefined) return undefined;
    const next = decide(document);
    if (next === document) return document;
    const stored = await store.replace(collection, next);
    if (stored !== undefined) return stored;
    document = await store.get(collection, id);
  }
}
