/** Access to the documents of one tenant alone: documents of other tenants appear not to exist. */
import { overAllTenants as opened } from './over-all-tenants.ts';
import { ownPage } from './own-page.ts';
import { pages } from './pages.ts';
import type {
  CollectionLayout,
  DocumentPage,
  FindQuery,
  IndexValue,
  Store,
  TenantCollection,
  TenantDocument,
} from './port.ts';
import { type Transition, takeTransition } from './update-document.ts';

/** The operations of a store on the documents of one tenant; each makes the same store calls as the plain operation. */
export interface TenantStore {
  /** As `Store.insert`. @throws Error where the document names another tenant */
  insert<T extends TenantDocument>(collection: TenantCollection<T>, document: Omit<T, 'rev'>): Promise<T | undefined>;
  get<T extends TenantDocument>(collection: TenantCollection<T>, id: string): Promise<T | undefined>;
  /** The document with this value of a unique index of one field. */
  getBy<T extends TenantDocument>(
    collection: TenantCollection<T>,
    index: string,
    value: IndexValue,
  ): Promise<T | undefined>;
  /**
   * As `Store.find`. The query omits the tenant; it is added where the index has it. Where the index lacks it, other
   * tenants' documents are skipped, and the answer reveals neither their number nor their place.
   */
  find<T extends TenantDocument>(collection: TenantCollection<T>, query: FindQuery): Promise<DocumentPage<T>>;
  /** All documents of a query, as `pages`; a page holds `limit` documents or fewer. */
  pages<T extends TenantDocument>(
    collection: TenantCollection<T>,
    query: Omit<FindQuery, 'after'>,
  ): AsyncGenerator<readonly T[], void, undefined>;
  /** As `Store.replace`. @throws Error where the document names another tenant */
  replace<T extends TenantDocument>(collection: TenantCollection<T>, document: T): Promise<T | undefined>;
  /** As `updateDocument`. @throws Error where the decision names another tenant */
  update<T extends TenantDocument>(
    collection: TenantCollection<T>,
    id: string,
    decide: (document: T) => T,
    first?: T,
  ): Promise<T | undefined>;
  /** As `takeTransition`. @throws Error where the decision names another tenant */
  takeTransition<T extends TenantDocument, R>(
    collection: TenantCollection<T>,
    id: string,
    decide: (document: T) => Transition<T, R>,
    first?: T,
  ): Promise<Transition<T, R> | undefined>;
  /** As `Store.delete`. @throws Error where the document names another tenant */
  delete<T extends TenantDocument>(collection: TenantCollection<T>, document: T): Promise<boolean>;
}

/**
 * Makes the handle of a tenant.
 * @param tenant that of the request, of the event, or of a document that was read before
 */
export function ofTenant(store: Store, tenant: string): TenantStore {
  const isOwn = (document: { readonly tenant: string }): boolean => document.tenant === tenant;
  const own = <T extends TenantDocument>(document: T | undefined) =>
    document && isOwn(document) ? document : undefined;
  const checked = <D extends { readonly tenant: string }>(document: D): D => {
    if (!isOwn(document)) throw new Error('A document of another tenant');
    return document;
  };
  const handle: TenantStore = {
    insert: async (collection, document) => store.insert(opened(collection), checked(document)),
    get: async (collection, id) => own(await store.get(opened(collection), id)),
    getBy: async (collection, index, value) => {
      checkUnique(collection, index);
      return own((await store.find(opened(collection), { index, equal: [value], limit: 1 })).documents[0]);
    },
    find: (collection, query) =>
      tenantPlace(collection, query) < 0
        ? ownPage(store, opened(collection), query, isOwn)
        : store.find(opened(collection), withTenant(collection, query, tenant)),
    pages: async function* (collection, query) {
      const all = pages(store, opened(collection), withTenant(collection, query, tenant));
      for await (const documents of all) yield documents.filter(isOwn);
    },
    replace: async (collection, document) => store.replace(opened(collection), checked(document)),
    update: async (collection, id, decide, first) => {
      const take = (document: Parameters<typeof decide>[0]) => ({ document: decide(document), result: undefined });
      return (await handle.takeTransition(collection, id, take, first))?.document;
    },
    takeTransition: async (collection, id, decide, first) => {
      const present = own(first ?? (await handle.get(collection, id)));
      const take: typeof decide = (document) => {
        const taken = decide(document);
        return { ...taken, document: checked(taken.document) };
      };
      return present && takeTransition(store, opened(collection), id, take, present);
    },
    delete: async (collection, document) => store.delete(opened(collection), checked(document)),
  };
  return handle;
}

/** Position of the tenant among the fields of the query's index; -1 where it is none of them. */
function tenantPlace({ indexes }: CollectionLayout, { index }: Pick<FindQuery, 'index'>): number {
  return indexes[index]?.fields.indexOf('tenant') ?? -1;
}

/** The query with the tenant in its place among the equal values. */
function withTenant<Q extends Omit<FindQuery, 'after'>>(collection: CollectionLayout, query: Q, tenant: string): Q {
  const place = tenantPlace(collection, query);
  if (place < 0) return query;
  const equal = query.equal ?? [];
  if (equal.length < place) throw new Error(`A query of ${collection.name}.${query.index} ends before the tenant`);
  return { ...query, equal: [...equal.slice(0, place), tenant, ...equal.slice(place)] };
}

function checkUnique({ name, indexes }: CollectionLayout, index: string): void {
  const { unique, fields } = indexes[index] ?? {};
  if (unique !== true || fields?.length !== 1) throw new Error(`${name}.${index} is no unique index of one field`);
}
