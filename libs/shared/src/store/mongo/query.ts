/**
 * Queries in MongoDB's language, each for one index. Equal values are ordered by the fields after them and then by id,
 * so a page starts after a position: the values of those fields in the previous page's last document.
 */
import { ProtocolError } from '../../kernel/errors.ts';
import { indexOf } from '../find-query.ts';
import type { Collection, FindQuery, IndexValue, StoredDocument } from '../port.ts';
import { checkIndexValue, type MongoDocument } from './document.ts';

export interface MongoQuery {
  readonly filter: Condition;
  readonly sort: Readonly<Record<string, 1 | -1>>;
  /** Name of the index, if the server might choose another. */
  readonly hint?: string;
}

export type Condition = Readonly<Record<string, unknown>>;

/** One value for each sorting field; null for a field that the document lacks. */
type Position = readonly (IndexValue | null)[];

/** A field that sorts a query's documents, after the fields in `equal`. */
interface SortField {
  readonly name: string;
  /** Whether documents of the query may lack it. */
  readonly lackable: boolean;
}

/**
 * Translates a query to MongoDB's language.
 * @throws Error, RangeError if the collection does not support the query; TypeError for a value that can't be indexed;
 *   ProtocolError `invalid_request` for a cursor that does not belong to this query
 */
export function mongoQuery(collection: Collection<StoredDocument>, query: FindQuery): MongoQuery {
  const { fields } = indexOf(collection, query);
  const direction = query.order === 'descending' ? -1 : 1;
  const sorting = sortFields(collection, query);
  const conditions = [range(fields, query)];
  if (query.after !== undefined) {
    const position = readCursor(query.after, sorting);
    conditions.push(...afterPosition(sorting, position, direction));
  }
  const [first = {}, ...more] = conditions;
  return {
    filter: more.length === 0 ? first : { $and: conditions },
    sort: Object.fromEntries(sorting.map(({ name }) => [name, direction])),
    ...(hasRival(collection, query) ? { hint: query.index } : {}),
  };
}

/** The field and value of a query for the one document with that value of a unique index of one field; undefined for others. */
export function uniqueValue(
  collection: Collection<StoredDocument>,
  query: FindQuery,
): readonly [string, IndexValue] | undefined {
  const { fields, unique } = indexOf(collection, query);
  const [field] = fields;
  const [value] = query.equal ?? [];
  if (unique !== true || fields.length !== 1 || query.after !== undefined) return undefined;
  return field === undefined || value === undefined ? undefined : [field, value];
}

/**
 * Whether another index of the collection starts with a field in the query, so that the server would choose by the
 * statistics of earlier queries. Without a rival it finds the index without a hint, and some servers that implement
 * MongoDB's protocol search better that way.
 */
function hasRival(collection: Collection<StoredDocument>, query: FindQuery): boolean {
  const { fields } = indexOf(collection, query);
  const bounded = query.from !== undefined || query.below !== undefined;
  const named = fields.slice(0, Math.max(1, (query.equal?.length ?? 0) + (bounded ? 1 : 0)));
  return Object.entries(collection.indexes).some(
    ([name, other]) => name !== query.index && other.fields.slice(0, 1).some((first) => named.includes(first)),
  );
}

/** The cursor after a document of the query: the values that it was sorted by. */
export function cursorAfter(collection: Collection<StoredDocument>, query: FindQuery, document: MongoDocument): string {
  const position: Position = sortFields(collection, query).map(({ name }) => sortedBy(document[name]));
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function sortedBy(value: MongoDocument[string] | undefined): IndexValue | null {
  if (typeof value === 'object') throw new Error('To match a list, a query needs the value in `equal`');
  return value ?? null;
}

function sortFields(collection: Collection<StoredDocument>, query: FindQuery): readonly SortField[] {
  const { fields, unique } = indexOf(collection, query);
  const equal = query.equal?.length ?? 0;
  const bounded = query.from !== undefined || query.below !== undefined;
  const afterEqual = fields.slice(equal).map((name, i) => ({
    name,
    lackable: i > 0 || (equal > 0 && !bounded),
  }));
  // Documents of a unique index differ in its fields; the id is not in it.
  return unique === true ? afterEqual : [...afterEqual, { name: '_id', lackable: false }];
}

/**
 * The condition for the index's documents between `from` and `below` with the values of `equal`; without these for all
 * of them.
 */
function range(fields: readonly string[], { equal = [], from, below }: FindQuery): Condition {
  const condition: Record<string, unknown> = {};
  for (const [i, value] of equal.entries()) {
    checkIndexValue(value);
    condition[fields[i] as string] = value;
  }
  const next = fields[equal.length];
  if (next !== undefined && (from !== undefined || below !== undefined)) {
    const bounds: Record<string, IndexValue> = {};
    for (const [operator, bound] of [['$gte', from] as const, ['$lt', below] as const]) {
      if (bound === undefined) continue;
      checkIndexValue(bound);
      bounds[operator] = bound;
    }
    condition[next] = bounds;
  } else if (next !== undefined && equal.length === 0) {
    // The index is partial: the server only uses it for a query that can't match documents outside of it.
    condition[next] = { $exists: true };
  }
  return condition;
}

/** Conditions for the documents after a position. */
function afterPosition(sorting: readonly SortField[], position: Position, direction: 1 | -1): readonly Condition[] {
  const choices = sorting.flatMap((field, i) => {
    const same = Object.fromEntries(sorting.slice(0, i).map(({ name }, at) => [name, equalTo(position[at])]));
    return beyond(field, position[i], direction).map((step) => ({ ...same, [field.name]: step }));
  });
  const [field] = sorting;
  // Redundant: follows from the choices. The planner derives the start in the index from it, and may not derive it from
  // the choices.
  const begin = field === undefined ? undefined : notBefore(field, position[0], direction);
  return [...(field === undefined || begin === undefined ? [] : [{ [field.name]: begin }]), { $or: choices }];
}

const LACKING = { $exists: false };

function equalTo(value: IndexValue | null | undefined): unknown {
  return value ?? LACKING;
}

/** Conditions for a field in documents after one with `value`. A missing field sorts before every value. */
function beyond(field: SortField, value: IndexValue | null | undefined, direction: 1 | -1): readonly unknown[] {
  if (direction === 1) return [value === null ? { $exists: true } : { $gt: value }];
  if (value === null) return [];
  return field.lackable ? [{ $lt: value }, LACKING] : [{ $lt: value }];
}

function notBefore(field: SortField, value: IndexValue | null | undefined, direction: 1 | -1): unknown {
  if (direction === 1) return value === null ? undefined : { $gte: value };
  if (value === null) return LACKING;
  return field.lackable ? { $not: { $gt: value } } : { $lte: value };
}

function readCursor(cursor: string, sorting: readonly SortField[]): Position {
  const position = /^[A-Za-z0-9_-]+$/.test(cursor) ? parsed(Buffer.from(cursor, 'base64url').toString()) : undefined;
  if (!Array.isArray(position) || position.length !== sorting.length || sorting.length === 0) throw notOfThisQuery();
  const fits = sorting.every(({ lackable }, i) => {
    const value: unknown = position[i];
    return value === null ? lackable : ['string', 'number', 'boolean'].includes(typeof value);
  });
  if (!fits) throw notOfThisQuery();
  return position as unknown as Position;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function notOfThisQuery(): ProtocolError {
  return new ProtocolError('invalid_request', 'The cursor is not one of this query', { reason: 'cursor' });
}
