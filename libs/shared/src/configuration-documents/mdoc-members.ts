/** Members of a credential configuration that only an mdoc has, and the elements that a configuration names. */
import { isObject, type Json, type JsonObject } from '../kernel/json.ts';
import { ELEMENT_TYPE_NAMES, type ElementTypeName } from '../mdoc/element-types.ts';

export const mdocMembers = {
  element_types: {
    type: 'object',
    description: 'mdoc only: element types that JSON cannot express, `{namespace: {element: type}}`',
    additionalProperties: { type: 'object', additionalProperties: { type: 'string', enum: ELEMENT_TYPE_NAMES } },
  },
  device_namespaces: {
    type: 'array',
    maxItems: 20,
    uniqueItems: true,
    items: { type: 'string', minLength: 1, maxLength: 256 },
    description:
      'mdoc only: namespaces whose elements the device may sign itself (KeyAuthorizations), such as the types of `transaction_data` that it confirms',
  },
  protected_certificate: {
    type: 'boolean',
    description:
      "mdoc only: whether the signed header contains the signer's certificate, as `x5t` and `x5u`. Default: true in the profile eu, otherwise false",
  },
} as const;

export type ElementTypes = ReadonlyMap<string, ReadonlyMap<string, ElementTypeName>>;

type NamedElements = readonly [namespace: string, elements: readonly string[]];

/** The configuration's types by namespace and element. Its shape is already checked. */
export function elementTypesOf({ element_types: types }: JsonObject): ElementTypes {
  return new Map(
    entriesOf(types).map(([namespace, elements]) => [
      namespace,
      new Map(Object.entries(elements) as [string, ElementTypeName][]),
    ]),
  );
}

/** The elements in the static claims, in the element types and in the schema, with their namespaces. */
export function namedElements({ claims, element_types: types, schema }: JsonObject): readonly NamedElements[] {
  const ofSchema = entriesOf(object(schema).properties).map(([space, one]) => [space, object(one.properties)] as const);
  const all = [...entriesOf(claims), ...entriesOf(types), ...ofSchema];
  return all.map(([namespace, elements]) => [namespace, Object.keys(elements)]);
}

function entriesOf(value: Json | undefined): readonly (readonly [string, JsonObject])[] {
  return Object.entries(object(value)).map(([name, item]) => [name, object(item)]);
}

function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
