/** Checks the indexes in MongoDB, and creates missing ones. */
import type { CollectionLayout } from '../port.ts';
import { type IndexProblem, indexProblems, type MongoIndex, mongoIndexes } from './indexes.ts';

/** The part of the driver's `Db` that is used here. */
export interface IndexedDatabase {
  collection(name: string): {
    listIndexes(): { toArray(): Promise<Parameters<typeof indexProblems>[1]> };
    createIndexes(indexes: MongoIndex[]): Promise<unknown>;
  };
}

/**
 * Creates missing indexes.
 * @returns the created ones, as `<collection>.<index>`
 */
export async function makeIndexes(
  database: IndexedDatabase,
  collections: readonly CollectionLayout[],
  missing: readonly IndexProblem[],
): Promise<readonly string[]> {
  const made: string[] = [];
  for (const collection of collections) {
    const lacks = (name: string): boolean =>
      missing.some((one) => one.collection === collection.name && one.index === name);
    const indexes = mongoIndexes(collection).filter(({ name }) => lacks(name));
    if (indexes.length === 0) continue;
    await database.collection(collection.name).createIndexes(indexes.map((index) => ({ ...index })));
    made.push(...indexes.map(({ name }) => `${collection.name}.${name}`));
  }
  return made;
}

/** The indexes of a collection that are missing or different. */
export async function problemsOf(
  database: IndexedDatabase,
  collection: CollectionLayout,
): Promise<readonly IndexProblem[]> {
  try {
    return indexProblems(collection, await database.collection(collection.name).listIndexes().toArray());
  } catch (error) {
    // NamespaceNotFound: MongoDB creates a collection with its first index or document.
    if (error instanceof Error && 'code' in error && error.code === 26) return indexProblems(collection, []);
    throw error;
  }
}
