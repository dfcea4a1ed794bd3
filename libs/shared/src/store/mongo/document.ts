/**
 * The layout of a document in MongoDB: id, revision and indexed fields as fields, and the whole document as JSON text.
 * Members of users' JSON never become keys there, and never part of a query.
 */
import {
  type Collection,
  type CollectionLayout,
  type IndexValue,
  MAX_ID_LENGTH,
  type StoredDocument,
} from '../port.ts';

export interface MongoDocument {
  readonly _id: string;
  readonly rev: number;
  /** Random, new for each write: shows whether the stored write is the one whose response was lost. */
  readonly write: string;
  /** JSON text of the document without `id` and `rev`. */
  readonly document: string;
  /** The indexed fields that the document has, in addition to the four above. */
  readonly [field: string]: IndexValue | readonly IndexValue[];
}

const reserved: ReadonlySet<string> = new Set(['_id', 'id', 'rev', 'write', 'document']);

/**
 * Converts a document to its layout in MongoDB.
 * @param rev its new revision
 * @param write the random value of this write
 * @returns `kept` for MongoDB, and `stored`, the document as it will be read; `stored` shares nothing with `document`
 * @throws RangeError for an id that is too long; TypeError for an indexed field whose value can't be indexed
 */
export function toMongo(
  collection: Collection<StoredDocument>,
  document: StoredDocument,
  rev: number,
  write: string,
): { readonly kept: MongoDocument; readonly stored: StoredDocument } {
  const { id, rev: _, ...rest } = document;
  checkId(id);
  if (id.length > MAX_ID_LENGTH) throw new RangeError(`A document id has at most ${MAX_ID_LENGTH} characters`);
  const text = JSON.stringify(rest);
  const fields = JSON.parse(text) as Record<string, unknown>;
  // Indexed from the JSON text, as it will be read back: without undefined and NaN, for example.
  const kept = { ...indexedFields(collection, fields), _id: id, rev, write, document: text };
  return { kept, stored: Object.assign(fields, { id, rev }) };
}

/** Converts a document from its layout in MongoDB. */
export function fromMongo<T extends StoredDocument>(kept: MongoDocument): T {
  return Object.assign(JSON.parse(kept.document), { id: kept._id, rev: kept.rev }) as T;
}

/** An object as id would be a query operator. @throws TypeError for any id but a string */
export function checkId(id: unknown): void {
  if (typeof id !== 'string') throw new TypeError('A document id must be a string');
}

/** @throws TypeError for a value that can't be indexed, such as an object: it would be an operator of the query language */
export function checkIndexValue(value: unknown): asserts value is IndexValue {
  if (Number.isNaN(value)) throw new TypeError('NaN cannot be indexed');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return;
  throw new TypeError('Only strings, numbers and booleans can be indexed');
}

/** @throws Error if an index uses a field that the layout reserves */
export function checkIndexFields(collection: CollectionLayout): void {
  for (const [index, { fields }] of Object.entries(collection.indexes)) {
    const taken = fields.find((field) => reserved.has(field) || /^\$|\./.test(field));
    if (taken !== undefined) throw new Error(`The field ${taken} can't be indexed (${collection.name}.${index})`);
  }
}

function indexedFields(
  collection: Collection<StoredDocument>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, IndexValue | readonly IndexValue[]> {
  checkIndexFields(collection);
  const indexed: Record<string, IndexValue | readonly IndexValue[]> = {};
  for (const definition of Object.values(collection.indexes)) {
    for (const [place, field] of definition.fields.entries()) {
      const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
      if (value === undefined || value === null) continue;
      indexed[field] = place === 0 && Array.isArray(value) ? checkedList(value) : checkedValue(value);
    }
  }
  return indexed;
}

function checkedValue(value: unknown): IndexValue {
  checkIndexValue(value);
  return value;
}

function checkedList(values: readonly unknown[]): readonly IndexValue[] {
  return values.map(checkedValue);
}
