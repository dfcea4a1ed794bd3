/** Keys of documents and of index entries in the embedded store, and the range of keys that answers a query. */
import { ProtocolError } from '../../kernel/errors.ts';
import { indexOf } from '../find-query.ts';
import type { Collection, CollectionLayout, FindQuery, IndexValue, StoredDocument } from '../port.ts';
import { encodeKey, firstKeyAfter, firstKeyAfterType, firstKeyOfType } from './index-key.ts';

/** An index entry of a document. */
export interface Entry {
  readonly key: Buffer;
  /** The same key as text, to compare sets of keys. */
  readonly name: string;
  readonly unique: boolean;
}

/** The beginnings of a collection's keys, which are the same for all of its documents. */
interface KeyPlan {
  readonly document: Buffer;
  readonly indexes: readonly {
    readonly prefix: Buffer;
    readonly first: string;
    readonly others: readonly string[];
    readonly unique: boolean;
  }[];
}

const plans = new WeakMap<CollectionLayout, KeyPlan>();

function planOf(collection: CollectionLayout): KeyPlan {
  const known = plans.get(collection);
  if (known !== undefined) return known;
  const { name, indexes } = collection;
  const plan: KeyPlan = {
    document: encodeKey([name, 'd']),
    indexes: Object.entries(indexes).map(
      ([
        index,
        {
          fields: [first = '', ...others],
          unique = false,
        },
      ]) => {
        return { prefix: encodeKey([name, 'i', index]), first, others, unique };
      },
    ),
  };
  plans.set(collection, plan);
  return plan;
}

/** The key of a document. */
export function documentKey(collection: Collection<StoredDocument>, id: string): Buffer {
  return encodeKey([id], planOf(collection).document);
}

/** The index entries of a document. */
export function entriesOf(collection: Collection<StoredDocument>, document: StoredDocument): Entry[] {
  const fields = document as unknown as Readonly<Record<string, IndexValue | null | undefined>>;
  const entries: Entry[] = [];
  for (const { prefix, first, others, unique } of planOf(collection).indexes) {
    for (const value of valuesOf(fields[first])) {
      const values = [value as IndexValue | undefined];
      for (const field of others) values.push(fields[field] ?? undefined);
      if (!unique) values.push(document.id);
      const key = encodeKey(values, prefix);
      entries.push({ key, name: key.toString('latin1'), unique });
    }
  }
  return entries;
}

/** The values under which a document is in an index: one, none, or those of a list. */
function valuesOf(first: unknown): readonly unknown[] {
  if (Array.isArray(first)) return [...new Set(first)];
  return first === undefined || first === null ? [] : [first];
}

/** The keys of a query: from `start` to before `end`; all of them begin with `prefix`, the values of `equal`. */
export function rangeOf(
  collection: Collection<StoredDocument>,
  query: FindQuery,
): { readonly start: Buffer; readonly end: Buffer; readonly prefix: Buffer } {
  indexOf(collection, query);
  const { equal = [], from, below } = query;
  const bound = from ?? below;
  const head = [collection.name, 'i', query.index, ...equal];
  const prefix = encodeKey(head);
  if (bound === undefined) return { start: prefix, end: firstKeyAfter(prefix), prefix };
  return {
    start: from === undefined ? firstKeyOfType(prefix, bound) : encodeKey([...head, from]),
    end: below === undefined ? firstKeyAfterType(prefix, bound) : encodeKey([...head, below]),
    prefix,
  };
}

/** Whether the query names one complete key of a unique index, so at most one document matches. */
export function isPointQuery(collection: Collection<StoredDocument>, { index, equal, after }: FindQuery): boolean {
  const definition = collection.indexes[index];
  return definition?.unique === true && equal?.length === definition.fields.length && after === undefined;
}

/**
 * The last key of the page that the cursor came with.
 * @throws ProtocolError `invalid_request` where the cursor is not one of this query
 */
export function readCursor(cursor: string, prefix: Buffer, start: Buffer, end: Buffer): Buffer {
  const key = Buffer.concat([prefix, Buffer.from(cursor, 'base64url')]);
  if (!/^[A-Za-z0-9_-]+$/.test(cursor) || key.compare(start) < 0 || key.compare(end) >= 0) {
    throw new ProtocolError('invalid_request', 'The cursor is not one of this query', { reason: 'cursor' });
  }
  return key;
}
