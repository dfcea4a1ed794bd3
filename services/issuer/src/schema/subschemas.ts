/** The schemas inside a JSON Schema (draft 2020-12), with their pointers; data such as `const` and `examples` contains none. */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';

export interface PlacedSchema {
  /** JSON pointer from the root schema. */
  readonly pointer: string;
  readonly schema: JsonObject;
}

const ONE = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LISTS = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];
const BY_NAME = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'];

/** Pure: the schema itself and every schema inside of it, depth first. */
export function* subschemas(schema: Json | undefined, pointer = ''): Generator<PlacedSchema> {
  if (!isObject(schema)) return;
  yield { pointer, schema };
  for (const keyword of ONE) yield* subschemas(schema[keyword], `${pointer}/${keyword}`);
  for (const keyword of LISTS) {
    const list = schema[keyword];
    if (!Array.isArray(list)) continue;
    for (const [index, item] of list.entries()) yield* subschemas(item as Json, `${pointer}/${keyword}/${index}`);
  }
  for (const keyword of BY_NAME) {
    const named = schema[keyword];
    if (!isObject(named)) continue;
    for (const [name, item] of Object.entries(named)) {
      yield* subschemas(item, `${pointer}/${keyword}/${escapePointer(name)}`);
    }
  }
}
