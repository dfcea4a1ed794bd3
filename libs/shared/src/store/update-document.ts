/** The one way to change a stored document: a pure decision, written by compare-and-set. */
import type { Again, Collection, StoredDocument } from './port.ts';

/** Reads and replaces documents: a store, or a tenant's handle. */
interface Replaceable<T extends StoredDocument> {
  get(collection: Collection<T>, id: string): Promise<T | undefined>;
  replace(collection: Collection<T>, document: T, again: Again<T>): Promise<T | undefined>;
}

/** A decision on a document: the next document, and a result for the caller. */
export interface Transition<T, R> {
  /** The next document; the same object for "nothing to write". */
  readonly document: T;
  readonly result: R;
}

/**
 * Compare-and-set in a loop: reads, decides, replaces; if the revision moved, reads and decides again. The document's
 * state decides the outcome, never the revision conflict.
 * @param decide pure; throws to refuse
 * @param first a document read just now, to save the first read
 * @returns the stored document, and the result of the decision that was written; undefined when the document is gone
 */
export async function takeTransition<T extends StoredDocument, R>(
  store: Replaceable<NoInfer<T>>,
  collection: Collection<T>,
  id: string,
  decide: (document: T) => Transition<T, R>,
  first?: T,
): Promise<Transition<T, R> | undefined> {
  let document = first ?? (await store.get(collection, id));
  for (;;) {
    if (document === undefined) return undefined;
    let next = decide(document);
    if (next.document === document) return next;
    const stored = await store.replace(collection, next.document, (present) => {
      const other = decidedAgain(decide, present);
      if (other !== undefined) next = other;
      return other?.document;
    });
    if (stored !== undefined) return { document: stored, result: next.result };
    document = await store.get(collection, id);
  }
}

/** A decision to write; undefined for a decision to write nothing or to refuse, which is repeated after a read. */
function decidedAgain<T extends StoredDocument, R>(
  decide: (document: T) => Transition<T, R>,
  present: T,
): Transition<T, R> | undefined {
  try {
    const next = decide(present);
    return next.document === present ? undefined : next;
  } catch {
    return undefined;
  }
}

/**
 * `takeTransition` for callers that need only the document.
 * @param decide pure; returns the next document, or the same one for "nothing to write"; throws to refuse
 * @returns the stored document; undefined if it was deleted
 */
export async function updateDocument<T extends StoredDocument>(
  store: Replaceable<NoInfer<T>>,
  collection: Collection<T>,
  id: string,
  decide: (document: T) => T,
  first?: T,
): Promise<T | undefined> {
  const taken = await takeTransition(
    store,
    collection,
    id,
    (document) => ({ document: decide(document), result: undefined }),
    first,
  );
  return taken?.document;
}
