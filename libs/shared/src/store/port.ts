/**
 * The store port. There is no unconditional update and no transaction over several documents:
 * insert-if-absent, compare-and-set on one document's revision, find by an index, conditional delete.
 * Whatever must be atomic is one document, so an unguarded read-then-write of a single-use value can't be expressed.
 */

export const MAX_ID_LENGTH = 256;

export interface StoredDocument {
  /** Key within the collection; at most `MAX_ID_LENGTH` characters. */
  readonly id: string;
  /** Revision, set by the store: 1 at the insert, one more at each replace. */
  readonly rev: number;
}

export type IndexValue = string | number | boolean;

export interface IndexDefinition {
  /**
   * Top-level fields of the document, each with values of one type: the order between types is the store's own. A
   * document without the first one is not in the index (sparse). Documents without a later one come first. The first
   * one may be a list of different strings: the document is in the index once for each, so a query must have one of
   * them in `equal`. Such an index is not unique.
   */
  readonly fields: readonly string[];
  /** At most one document for each combination of values. */
  readonly unique?: boolean;
}

/** What a store needs to lay out a collection. */
export interface CollectionLayout {
  readonly name: string;
  readonly indexes: Readonly<Record<string, IndexDefinition>>;
}

/** A collection: its name, its indexes, and the type of its documents. */
export interface Collection<T extends StoredDocument> extends CollectionLayout {
  /** Never set; ties the document type to the collection. */
  readonly document?: T;
  readonly perTenant?: false | undefined;
}

export interface TenantDocument extends StoredDocument {
  readonly tenant: string;
}

/**
 * A collection whose documents each belong to a tenant. Store operations don't accept it: use `ofTenant` for one
 * tenant's documents, and `overAllTenants` for work that isn't a tenant's.
 */
export interface TenantCollection<T extends TenantDocument> extends CollectionLayout {
  /** Never set; ties the document type to the collection. */
  readonly document?: T;
  readonly perTenant: true;
}

export interface FindQuery {
  readonly index: string;
  /** Values of the first fields of the index, in its order. */
  readonly equal?: readonly IndexValue[];
  /** On the field after `equal`: at least `from`, less than `below`. */
  readonly from?: IndexValue;
  readonly below?: IndexValue;
  /** By the field after `equal`; default ascending. Equal values are ordered by the fields after it, then by id, in the same direction. */
  readonly order?: 'ascending' | 'descending';
  /** At most this many documents. */
  readonly limit: number;
  /** `next` from an earlier response to the same query: the page starts after it, even if that document was deleted. */
  readonly after?: string;
}

export interface DocumentPage<T> {
  readonly documents: readonly T[];
  /** Set when there may be more. Opaque, safe in a URL. */
  readonly next?: string;
}

/** The document that replaces the current one, decided again; undefined for no replacement. Never throws. */
export type Again<T> = (present: T) => T | undefined;

export interface Store {
  /**
   * Inserts a document when neither its id nor one of its unique index values is taken.
   * Resolves when it is durable, with the stored document; with undefined when an id or value was taken.
   */
  insert<T extends StoredDocument>(collection: Collection<T>, document: Omit<T, 'rev'>): Promise<T | undefined>;
  get<T extends StoredDocument>(collection: Collection<T>, id: string): Promise<T | undefined>;
  /**
   * Compare-and-set: replaces the stored document with the id and rev of `document`. Resolves when it is durable, with
   * the document of the next revision; with undefined when the revision moved, the document is gone, or a unique index
   * value is taken.
   * @param again pure; the replacement if the revision moved, or undefined. A store with exclusive writes calls it
   *   within the same write, which saves the loser of a race a commit. Other stores, and callers, must not rely on it
   */
  replace<T extends StoredDocument>(collection: Collection<T>, document: T, again?: Again<T>): Promise<T | undefined>;
  find<T extends StoredDocument>(collection: Collection<T>, query: FindQuery): Promise<DocumentPage<T>>;
  /** Deletes the document when it still has that revision. */
  delete<T extends StoredDocument>(collection: Collection<T>, document: StoredDocument): Promise<boolean>;
  /** Resolves when the store responds; throws `temporarily_unavailable` otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
