import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { Store } from '@countersign/shared/store/port';

/** Replaces sessions as they are read. */
export type Seen = (session: SessionDocument) => SessionDocument;

export interface SeenStore {
  readonly store: Store;
  /** Changes sessions when they are read, not in the store; absent: they are read as stored. */
  see(seen?: Seen): void;
}

/** The store, with sessions as a test wants them seen. */
export function seeingSessions(store: Store): SeenStore {
  let seen: Seen | undefined;
  const shown = <T>(collection: { readonly name: string }, document: T): T => {
    if (seen === undefined || collection.name !== 'sessions') return document;
    return seen(document as unknown as SessionDocument) as unknown as T;
  };
  const seeing: Store = {
    insert: (collection, document) => store.insert(collection, document),
    replace: (collection, document) => store.replace(collection, document),
    delete: (collection, document) => store.delete(collection, document),
    get: async (collection, id) => {
      const document = await store.get(collection, id);
      return document === undefined ? undefined : shown(collection, document);
    },
    find: async (collection, query) => {
      const found = await store.find(collection, query);
      return { ...found, documents: found.documents.map((document) => shown(collection, document)) };
    },
    ping: () => store.ping(),
    close: () => store.close(),
  };
  return {
    store: seeing,
    see: (next) => {
      seen = next;
    },
  };
}
