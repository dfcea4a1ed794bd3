/** Every store's checks before it runs a query. */
import type { CollectionLayout, FindQuery, IndexDefinition } from './port.ts';

/**
 * The index of a query.
 * @throws Error if the collection has no such index or the index doesn't support the query; RangeError for a bad limit
 */
export function indexOf(collection: CollectionLayout, query: FindQuery): IndexDefinition {
  const definition: IndexDefinition | undefined = collection.indexes[query.index];
  if (definition === undefined) throw new Error(`${collection.name} has no index ${query.index}`);
  if (!Number.isInteger(query.limit) || query.limit < 1) throw new RangeError('limit is not a positive integer');
  const bounded = query.from !== undefined || query.below !== undefined;
  if ((query.equal?.length ?? 0) + (bounded ? 1 : 0) > definition.fields.length) {
    throw new Error(`The index ${collection.name}.${query.index} has fewer fields than the query`);
  }
  return definition;
}
