/**
 * A document is described once, for three readers: the API's validator, the API description and the editors of files. A
 * keyword for only one of them is below that reader's name: `documented` for the API description, `api` for everything
 * in the API, `file` for editors. Services check what is `documented`, and report the text of `finding`.
 */
import { isObject, type Json, type JsonObject } from '../kernel/json.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
/** Formats that only Countersign's validator supports. */
const OWN_FORMATS = new Set(['http-url', 'header-name', 'header-value']);

/** The schema for the API's input and output. */
export function forApi<S extends JsonObject>(schema: S): S {
  return schemaFor(schema, 'api') as S;
}

/** The schema of a file, for editors: completion, help and a first check. Services check more, and accept nothing that it refuses. */
export function forFile(title: string, schema: JsonObject): JsonObject {
  return { $schema: DIALECT, title, ...schemaFor(schema, 'file') };
}

/** The schema without the parts that a service checks itself. */
export function forService(schema: JsonObject): JsonObject {
  return schemaFor(schema, 'documented');
}

type Reader = 'api' | 'file' | 'documented';

function forReader(value: Json, reader: Reader): Json {
  if (Array.isArray(value)) return value.map((item: Json) => forReader(item, reader));
  return isObject(value) ? schemaFor(value, reader) : value;
}

function schemaFor(schema: JsonObject, reader: Reader): JsonObject {
  return Object.fromEntries(Object.entries(schema).flatMap(([name, item]) => keywords(name, item, reader)));
}

function keywords(
  name: string,
  value: Json | undefined,
  reader: Reader,
): readonly (readonly [string, Json | undefined])[] {
  if (value === undefined) return [];
  switch (name) {
    case 'finding':
      return [];
    case 'api':
    case 'file':
    case 'documented':
      if (name === 'documented' && reader === 'api') return [[name, value]];
      return name === reader && isObject(value) ? Object.entries(schemaFor(value, reader)) : [];
    case 'format':
      return reader === 'file' && OWN_FORMATS.has(String(value)) ? [] : [[name, value]];
    case 'examples':
      return [[name, value]];
    case 'properties':
    case '$defs':
      return [[name, isObject(value) ? membersFor(value, reader) : value]];
    default:
      return [[name, forReader(value, reader)]];
  }
}

/** Names of members are not keywords. */
function membersFor(members: JsonObject, reader: Reader): JsonObject {
  const entries = Object.entries(members).map(([name, schema]) => [name, forReader(schema ?? true, reader)] as const);
  return Object.fromEntries(entries);
}

/** For editors: the schema's address. */
export const $schema = { type: 'string', description: 'Address of this schema, for editors' } as const;

/** An object in a file: unknown members are errors. */
export function fileObject(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', ...more, properties, additionalProperties: false };
}

/** A list that is not empty. */
export function listOf<const S extends JsonObject>(items: S, description: string) {
  return { type: 'array', minItems: 1, description, items } as const;
}
