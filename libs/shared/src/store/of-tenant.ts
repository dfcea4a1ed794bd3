/** Access to the documents of one tenant: documents of other tenants appear not to exist. */
import { ownPage } from './own-page.ts';
import { pages } from './pages.ts';
import type {
  Again,
  Collection,
  CollectionLayout,
  DocumentPage,
  FindQuery,
  IndexValue,
  Store,
  TenantCollection,
  TenantDocument,
} from './port.ts';
import { type Transition, takeTransition, updateDocument } from './update-document.ts';

/** A store's operations on the documents of one tenant. Each makes the same store calls as the plain operation. */
export interface TenantStore {
  /** As `Store.insert`. @throws Error if the document belongs to another tenant */
  insert<T extends TenantDocument>(collection: TenantCollection<T>, document: Omit<T, 'rev'>): Promise<T | undefined>;
  get<T extends TenantDocument>(collection: TenantCollection<T>, id: string): Promise<T | undefined>;
  /** The document with this value of a unique index of one field. */
  getBy<T extends TenantDocument>(
    collection: TenantCollection<T>,
    index: string,
    value: IndexValue,
  ): Promise<T | undefined>;
  /**
   * As `Store.find`. The query omits the tenant, which is added if the index has it. Otherwise other tenants' documents
   * are skipped, and the response reveals neither their number nor their place.
   */
  find<T extends TenantDocument>(collection: TenantCollection<T>, query: FindQuery): Promise<DocumentPage<T>>;
  /** All documents of a query, as `pages`; a page has `limit` documents or fewer. */
  pages<T extends TenantDocument>(
    collection: TenantCollection<T>,
    query: Omit<FindQuery, 'after'>,
  ): AsyncGenerator<readonly T[], void, undefined>;
  /** As `Store.replace`. @throws Error if the document belongs to another tenant */
  replace<T extends TenantDocument>(collection: TenantCollection<T>, document: T): Promise<T | undefined>;
  /** As `updateDocument`. @throws Error if the decision belongs to another tenant */
  update<T extends TenantDocument>(
    collection: TenantCollection<T>,
    id: string,
    decide: (document: T) => T,
    first?: T,
  ): Promise<T | undefined>;
  /** As `takeTransition`. @throws Error if the decision belongs to another tenant */
  takeTransition<T extends TenantDocument, R>(
    collection: TenantCollection<T>,
    id: string,
    decide: (document: T) => Transition<T, R>,
    first?: T,
  ): Promise<Transition<T, R> | undefined>;
  /** As `Store.delete`. @throws Error if the document belongs to another tenant */
  delete<T extends TenantDocument>(collection: TenantCollection<T>, document: T): Promise<boolean>;
}

/**
 * Creates a tenant's handle.
 * @param tenant from the request, the event, or a document that was read before
 */
export function ofTenant(store: Store, tenant: string): TenantStore {
  return new StoreOfTenant(store, tenant) as unknown as TenantStore;
}

/** Opens each collection as `overAllTenants` does, and passes only the tenant's documents. */
class StoreOfTenant implements Record<keyof TenantStore, unknown> {
  readonly #store: Store;
  readonly #tenant: string;

  constructor(store: Store, tenant: string) {
    this.#store = store;
    this.#tenant = tenant;
  }

  async insert<T extends TenantDocument>(collection: Collection<T>, document: Omit<T, 'rev'>) {
    return this.#store.insert(collection, this.#checked(document as T));
  }

  async get<T extends TenantDocument>(collection: Collection<T>, id: string) {
    return this.#own(await this.#store.get(collection, id));
  }

  async getBy<T extends TenantDocument>(collection: Collection<T>, index: string, value: IndexValue) {
    checkUnique(collection, index);
    const { documents } = await this.#store.find(collection, { index, equal: [value], limit: 1 });
    return this.#own(documents[0]);
  }

  async find<T extends TenantDocument>(collection: Collection<T>, query: FindQuery) {
    if (tenantPlace(collection, query) >= 0) {
      return this.#store.find(collection, withTenant(collection, query, this.#tenant));
    }
    return ownPage(this.#store, collection, query, ({ tenant }) => tenant === this.#tenant);
  }

  async *pages<T extends TenantDocument>(collection: Collection<T>, query: Omit<FindQuery, 'after'>) {
    const all = pages(this.#store, collection, withTenant(collection, query, this.#tenant));
    for await (const documents of all) yield documents.filter(({ tenant }) => tenant === this.#tenant);
  }

  async replace<T extends TenantDocument>(collection: Collection<T>, document: T, again?: Again<T>) {
    const ownAgain = (present: T): T | undefined => {
      const own = this.#own(present);
      return own && this.#own(again?.(own));
    };
    return this.#store.replace(collection, this.#checked(document), again && ownAgain);
  }

  update<T extends TenantDocument>(
    collection: Collection<T>,
    id: string,
    decide: (document: T) => T,
    first?: T,
  ): Promise<T | undefined> {
    return updateDocument(this, collection, id, decide, this.#own(first));
  }

  takeTransition<T extends TenantDocument, R>(
    collection: Collection<T>,
    id: string,
    decide: (document: T) => Transition<T, R>,
    first?: T,
  ): Promise<Transition<T, R> | undefined> {
    return takeTransition(this, collection, id, decide, this.#own(first));
  }

  async delete<T extends TenantDocument>(collection: Collection<T>, document: T) {
    return this.#store.delete(collection, this.#checked(document));
  }

  #own<T extends TenantDocument>(document: T | undefined): T | undefined {
    return document?.tenant === this.#tenant ? document : undefined;
  }

  #checked<T extends TenantDocument>(document: T): T {
    if (document.tenant !== this.#tenant) throw new Error('A document of another tenant');
    return document;
  }
}

/** The tenant's position among the fields of the query's index; -1 if the index does not have it. */
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
  if (unique !== true || fields?.length !== 1) throw new Error(`${name}.${index} is not a unique index on one field`);
}
