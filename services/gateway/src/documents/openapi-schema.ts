/** Translates JSON Schemas of the route table to OpenAPI 3.0: each named schema occurs once, and is referenced elsewhere. */
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject } from '@countersign/shared/kernel/json';

export interface SchemaCatalogue {
  /**
   * The schema in OpenAPI 3.0: a reference where it has a `title`.
   * @throws Error where another schema has that title already
   */
  readonly schemaOf: (schema: JsonObject) => JsonObject;
  /** Every named schema that was translated, by name. */
  readonly named: () => Readonly<Record<string, JsonObject>>;
}

/** Formats of this project, in keywords that other programs understand. */
const formats: Readonly<Record<string, JsonObject>> = {
  // URLs by WHATWG, which allows more than the format `uri`.
  'http-url': { pattern: '^https?://', maxLength: 2048 },
  'header-name': { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$" },
  'header-value': { pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$' },
};

export function createSchemaCatalogue(): SchemaCatalogue {
  const known = new Map<string, JsonObject>();
  const schemaOf = (schema: JsonObject): JsonObject => {
    const { title, ...rest } = schema;
    const translated = Object.fromEntries(Object.entries(rest).flatMap(([key, value]) => translate(key, value)));
    if (typeof title !== 'string') return translated;
    const before = known.get(title);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(translated)) {
      throw new Error(`Two schemas are called ${title}`);
    }
    known.set(title, translated);
    return { $ref: `#/components/schemas/${title}` };
  };
  const inside = (value: Json): Json => (isObject(value) ? schemaOf(value) : value);

  function translate(key: string, value: Json | undefined): readonly (readonly [string, Json])[] {
    if (value === undefined) return [];
    switch (key) {
      // OpenAPI 3.0 has none of these keywords: `const` becomes an enum of one value, the others are dropped.
      case 'const':
        return [['enum', [value]]];
      case 'propertyNames':
      case 'if':
      case 'else':
        return [];
      case 'examples':
        return Array.isArray(value) && value[0] !== undefined ? [['example', value[0] as Json]] : [];
      case 'format':
        return Object.entries(formats[String(value)] ?? { format: value }) as [string, Json][];
      case 'properties':
        return isObject(value)
          ? [[key, Object.fromEntries(Object.entries(value).map(([name, of]) => [name, inside(of as Json)]))]]
          : [];
      case 'items':
      case 'additionalProperties':
        return [[key, inside(value)]];
      // The alternatives of this interface exclude each other by type, and client generators make unions of `oneOf`.
      case 'anyOf':
        return Array.isArray(value) ? [['oneOf', value.map((item) => inside(item as Json))]] : [];
      default:
        return [[key, value]];
    }
  }
  return { schemaOf, named: () => Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1))) };
}
