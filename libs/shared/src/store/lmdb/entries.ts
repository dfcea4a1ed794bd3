/** Keys of documents and of index entries in the embedded store, and the range of keys for a query. */
import { ProtocolError } from '../../kernel/errors.ts';
import { indexOf } from '../find-query.ts';
import type { CollectionLayout, FindQuery, IndexValue, StoredDocument } from '../port.ts';
import { encodeKey, firstKeyAfter, firstKeyAfterType, firstKeyOfType } from './index-key.ts';

/** An index entry of a document. */
export interface Entry {
  readonly key: Buffer;
  readonly unique: boolean;
}

interface IndexPlan {
  readonly prefix: Buffer;
  readonly first: string;
  readonly others: readonly string[];
  readonly unique: boolean;
}

/** The keys of one collection. Their prefixes, which are the same for all documents, are created once. */
export class CollectionKeys {
  readonly #collection: CollectionLayout;
  readonly #document: Buffer;
  readonly #indexes: readonly IndexPlan[];

  constructor(collection: CollectionLayout) {
    const { name, indexes } = collection;
    this.#collection = collection;
    this.#document = encodeKey([name, 'd']);
    this.#indexes = Object.entries(indexes).map(
      ([
        index,
        {
          fields: [first = '', ...others],
          unique = false,
        },
      ]) => ({
        prefix: encodeKey([name, 'i', index]),
        first,
        others,
        unique,
      }),
    );
  }

  /** A document's key. */
  documentKey(id: string): Buffer {
    return encodeKey([id], this.#document);
  }

  /** The index entries of a document, by their keys as text. */
  entriesOf(document: StoredDocument): Map<string, Entry> {
    const fields = document as unknown as Readonly<Record<string, unknown>>;
    const entries = new Map<string, Entry>();
    for (const { prefix, first, others, unique } of this.#indexes) {
      const found = fields[first] ?? [];
      // A document is in an index once for each value of a list, and not at all without a value.
      for (const value of Array.isArray(found) ? found : [found]) {
        const values = [value as IndexValue | undefined];
        for (const field of others) values.push((fields[field] ?? undefined) as IndexValue | undefined);
        if (!unique) values.push(document.id);
        const key = encodeKey(values, prefix);
        entries.set(key.toString('latin1'), { key, unique });
      }
    }
    return entries;
  }

  /** The only key that can match a query with a complete key of a unique index; undefined for other queries. */
  pointOf(query: FindQuery): Buffer | undefined {
    const { unique, fields } = indexOf(this.#collection, query);
    const { index, equal = [], after } = query;
    if (unique !== true || equal.length !== fields.length || after !== undefined) return undefined;
    return encodeKey([this.#collection.name, 'i', index, ...equal]);
  }

  /** The keys of a query: from `start` to before `end`. All of them start with `prefix`, the values of `equal`. */
  rangeOf(query: FindQuery): { readonly start: Buffer; readonly end: Buffer; readonly prefix: Buffer } {
    indexOf(this.#collection, query);
    const { index, equal = [], from, below } = query;
    const bound = from ?? below;
    const head = [this.#collection.name, 'i', index, ...equal];
    const prefix = encodeKey(head);
    if (bound === undefined) return { start: prefix, end: firstKeyAfter(prefix), prefix };
    return {
      start: from === undefined ? firstKeyOfType(prefix, bound) : encodeKey([...head, from]),
      end: below === undefined ? firstKeyAfterType(prefix, bound) : encodeKey([...head, below]),
      prefix,
    };
  }
}

/**
 * The last key of the page that the cursor came with.
 * @throws ProtocolError `invalid_request` if the cursor does not belong to this query
 */
export function readCursor(cursor: string, prefix: Buffer, start: Buffer, end: Buffer): Buffer {
  const key = Buffer.concat([prefix, Buffer.from(cursor, 'base64url')]);
  if (!/^[A-Za-z0-9_-]+$/.test(cursor) || key.compare(start) < 0 || key.compare(end) >= 0) {
    throw new ProtocolError('invalid_request', 'The cursor is not one of this query', { reason: 'cursor' });
  }
  return key;
}
