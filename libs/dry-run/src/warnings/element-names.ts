/** The elements that an mdoc configuration issues, by namespace and name. Pure. */
import { namedElements } from '@countersign/shared/configuration-documents/mdoc-members';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { standardElementType } from '@countersign/shared/mdoc/element-types';

type ElementPath = readonly [nameSpace: string, name: string];

/** Elements of static claims, element types and schema, each once. */
export function elementPaths(configuration: JsonObject): readonly ElementPath[] {
  const paths = namedElements(configuration).flatMap(([space, names]) =>
    names.map((name): ElementPath => [space, name]),
  );
  return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
}

/** Whether an element is named, or is one of the standards in a namespace that the configuration has. */
export function mayHaveElement(configuration: JsonObject, [space, name]: readonly (string | number | null)[]): boolean {
  const named = elementPaths(configuration);
  if (named.some((path) => path[0] === space && path[1] === name)) return true;
  const has = named.some((path) => path[0] === space);
  return has && typeof space === 'string' && typeof name === 'string' && standardElementType(space, name) !== undefined;
}
