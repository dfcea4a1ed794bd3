/** The indexes that the collections need in MongoDB, and the problems of existing ones. */

import type { CollectionLayout } from '../port.ts';
import { checkIndexFields } from './document.ts';

export interface MongoIndex {
  readonly name: string;
  readonly key: Readonly<Record<string, 1>>;
  readonly unique?: true;
  readonly sparse?: true;
  readonly partialFilterExpression?: Readonly<Record<string, { readonly $exists: true }>>;
}

export interface IndexProblem {
  readonly collection: string;
  readonly index: string;
  /** `different`: an index with that name has a different definition. */
  readonly problem: 'missing' | 'different';
}

/**
 * The MongoDB definitions of a collection's indexes. An index of several fields is partial instead of sparse: a sparse
 * one contains every document with any of the fields, but the port requires the first. A missing later field is stored
 * as null, so uniqueness includes it as the port requires. A non-unique index ends with the id, so that it provides the
 * order of pages.
 */
export function mongoIndexes(collection: CollectionLayout): readonly MongoIndex[] {
  checkIndexFields(collection);
  return Object.entries(collection.indexes).map(([name, { fields, unique }]) => {
    const [first] = fields;
    if (first === undefined) throw new Error(`The index ${collection.name}.${name} has no field`);
    const keys = unique === true ? fields : [...fields, '_id'];
    return {
      name,
      key: Object.fromEntries(keys.map((field) => [field, 1 as const])),
      ...(unique === true ? { unique } : {}),
      ...(keys.length === 1 ? { sparse: true as const } : { partialFilterExpression: { [first]: { $exists: true } } }),
    };
  });
}

/** Index options that are compared separately or don't change an index's content. */
const comparedOrIgnored: ReadonlySet<string> = new Set([
  'v',
  'ns',
  'name',
  'key',
  'unique',
  'sparse',
  'partialFilterExpression',
  'background',
]);

/**
 * Compares a collection's required indexes with those on the server. Additional ones are fine.
 * @param listed the response to `listIndexes`
 */
export function indexProblems(
  collection: CollectionLayout,
  listed: readonly Readonly<Record<string, unknown>>[],
): readonly IndexProblem[] {
  return mongoIndexes(collection).flatMap((wanted): IndexProblem[] => {
    const there = listed.find(({ name }) => name === wanted.name);
    if (there === undefined) return [{ collection: collection.name, index: wanted.name, problem: 'missing' }];
    if (isSame(wanted, there)) return [];
    return [{ collection: collection.name, index: wanted.name, problem: 'different' }];
  });
}

/** One readable line: which indexes are missing or different. */
export function indexProblemText(problems: readonly IndexProblem[]): string {
  const of = (kind: IndexProblem['problem']): string =>
    problems
      .filter(({ problem }) => problem === kind)
      .map(({ collection, index }) => `${collection}.${index}`)
      .join(', ');
  const [missing, different] = [of('missing'), of('different')];
  return [
    ...(missing === '' ? [] : [`missing: ${missing}`]),
    ...(different === '' ? [] : [`with another definition, to be dropped first: ${different}`]),
  ].join('; ');
}

function isSame(wanted: MongoIndex, there: Readonly<Record<string, unknown>>): boolean {
  if (JSON.stringify(there.key) !== JSON.stringify(wanted.key)) return false;
  if ((there.unique === true) !== (wanted.unique === true)) return false;
  if ((there.sparse === true) !== (wanted.sparse === true)) return false;
  if (JSON.stringify(there.partialFilterExpression) !== JSON.stringify(wanted.partialFilterExpression)) return false;
  // A collation would change the order, a time to live would delete documents, and a hidden index is not used.
  return Object.entries(there).every(([option, value]) => comparedOrIgnored.has(option) || value === false);
}
