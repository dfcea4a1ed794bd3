/** Elements of a configuration of mdocs by namespace and name: what it issues. Pure. */
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { standardElementType } from '@countersign/shared/mdoc/element-types';

type ElementPath = readonly [nameSpace: string, name: string];

/** Elements of static claims, element types and schema, each once. */
export function elementPaths(configuration: JsonObject): readonly ElementPath[] {
  const { properties } = objectAt(configuration, 'schema');
  const ofSchema = entriesOf(properties).map(([space, schema]) => [space, objectAt(schema, 'properties')] as const);
  const sources = [...entriesOf(configuration.claims), ...entriesOf(configuration.element_types), ...ofSchema];
  const paths = sources.flatMap(([space, elements]) => Object.keys(elements).map((name): ElementPath => [space, name]));
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
}

/** Whether an element is named, or is one of the standards in a namespace that the configuration has. */
export function mayHaveElement(configuration: JsonObject, [space, name]: readonly (string | number | null)[]): boolean {
  const named = elementPaths(configuration);
  if (named.some((path) => path[0] === space && path[1] === name)) return true;
  const has = named.some((path) => path[0] === space);
  return has && typeof space === 'string' && typeof name === 'string' && standardElementType(space, name) !== undefined;
}

function entriesOf(value: Json | undefined): readonly (readonly [string, JsonObject])[] {
  return Object.entries(isObject(value) ? value : {}).map(([name, item]) => [name, isObject(item) ? item : {}]);
}

function objectAt(value: JsonObject, name: string): JsonObject {
  const found = Object.hasOwn(value, name) ? value[name] : undefined;
  return isObject(found) ? found : {};
}
