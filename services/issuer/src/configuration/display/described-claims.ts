/** Schemas that apply at one place of the claims, through combinations and references within the document. */
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { unescapePointer } from '@countersign/shared/kernel/json-pointer';

const LISTS = ['allOf', 'anyOf', 'oneOf'];
const BRANCHES = ['if', 'then', 'else'];

/**
 * Pure: a schema and all that it combines at the same place. Each is listed once, so that recursive schemas
 * terminate.
 * @param root the document that references point into
 */
export function schemasAt(schema: Json | undefined, root: JsonObject | undefined): readonly JsonObject[] {
  const found = new Set<JsonObject>();
  const open: (Json | undefined)[] = [schema];
  while (open.length > 0) {
    const one = open.pop();
    if (!isObject(one) || found.has(one)) continue;
    found.add(one);
    for (const keyword of LISTS) {
      const list = one[keyword];
      if (Array.isArray(list)) open.push(...(list as readonly Json[]));
    }
    for (const keyword of BRANCHES) open.push(one[keyword]);
    if (isObject(one.dependentSchemas)) open.push(...Object.values(one.dependentSchemas));
    if (typeof one.$ref === 'string') open.push(referenced(one.$ref, root));
  }
  return [...found];
}

/** The target of `#/a/b`; undefined if it does not exist, and for other references. */
function referenced(reference: string, root: JsonObject | undefined): Json | undefined {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  const names = reference.slice(2).split('/');
  return names.reduce<Json | undefined>((value, name) => {
    const member = unescapePointer(decoded(name));
    if (Array.isArray(value)) return value[Number(member)] as Json | undefined;
    return isObject(value) ? own(value, member) : undefined;
  }, root);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
