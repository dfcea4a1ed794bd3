/** Translates JSON Schemas of the route table to OpenAPI 3.0: each named schema occurs once, and is referenced elsewhere. */
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import { isObject } from '@countersign/shared/kernel/json';

export interface SchemaCatalogue {
  /**
   * The schema in OpenAPI 3.0: a reference if it has a `title`.
   * @throws Error if another schema already has that title
   */
  readonly schemaOf: (schema: JsonObject) => JsonObject;
  /** Every named schema that was translated, by name. */
  readonly named: () => Readonly<Record<string, JsonObject>>;
}

const BYTE = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const GROUP = '[0-9A-Fa-f]{1,4}';
/** A host in a URL, in ASCII: a name whose last label isn't a number, or an address. */
const HOST = [
  '([A-Za-z0-9_-]+\\.)*[A-Za-z_][A-Za-z0-9_-]*',
  `${BYTE}(\\.${BYTE}){3}`,
  `\\[((${GROUP}:){7}${GROUP}|(${GROUP}:){1,6}:${GROUP}|::${GROUP})\\]`,
].join('|');
const PORT = '[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]';

/** Formats of this project, in keywords that other programs understand. */
const formats: Readonly<Record<string, JsonObject>> = {
  // By WHATWG, which allows more than the format `uri`; with neither login nor fragment.
  'http-url': { pattern: `^https?://(${HOST})(:(${PORT}))?([/?][!$-\\[\\]-~]*)?$`, maxLength: 2048 },
  'header-name': { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$" },
  'header-value': { pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$' },
};

/** OpenAPI 3.0 allows one type, and writes null as `nullable` beside it. */
function oneOfTypes(types: readonly Json[]): readonly JsonObject[] {
  const [first, ...others] = types.filter((type) => type !== 'null').map((type) => ({ type }));
  return [types.includes('null') ? { ...first, nullable: true } : { ...first }, ...others];
}

export function createSchemaCatalogue(): SchemaCatalogue {
  const known = new Map<string, JsonObject>();
  const schemaOf = (schema: JsonObject): JsonObject => {
    const { title, documented, ...checked } = schema;
    const rest = isObject(documented) ? { ...checked, ...documented } : checked;
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
      case 'type':
        return Array.isArray(value) ? [['oneOf', oneOfTypes(value)]] : [[key, value]];
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
      // This API's alternatives exclude each other by type, and client generators create unions from `oneOf`.
      case 'anyOf':
        return Array.isArray(value) ? [['oneOf', value.map((item) => inside(item as Json))]] : [];
      default:
        return [[key, value]];
    }
  }
  return { schemaOf, named: () => Object.fromEntries([...known].sort(([a], [b]) => (a < b ? -1 : 1))) };
}
