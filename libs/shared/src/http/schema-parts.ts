/**
 * Building blocks of the API's schemas. A schema with a `title` is a named schema of the API description, which defines
 * it once and refers to it everywhere else.
 */
import type { JsonObject } from '../kernel/json.ts';

export const text = { type: 'string' } as const;
export const texts = { type: 'array', items: text } as const;
/** Seconds since the epoch do not occur: every time is ISO 8601 in UTC. */
export const dateTime = { type: 'string', format: 'date-time', examples: ['2026-01-26T09:30:00.000Z'] } as const;
/** An object whose members this API does not define. */
export const freeObject = { type: 'object', additionalProperties: true } as const;
export const freeObjects = { type: 'array', items: freeObject } as const;

/** A credential's status in its status list. */
export const statusValue = {
  type: 'integer',
  enum: [0, 1, 2],
  description: '0 valid, 1 revoked, 2 suspended (profile eu)',
} as const;
/** For examples. */
export const SESSION_ID = '0197c0c5c8a07d3fXk2mQ9vT4bWc8hR1';

/**
 * Keywords only for the API description. The service checks these rules itself, because its errors explain more than a
 * schema's and arrive with all others in one response.
 */
export function documented<const S extends JsonObject, const K extends JsonObject>(
  schema: S,
  keywords: K,
): S & { readonly documented: K } {
  return { ...schema, documented: keywords };
}

/** Patterns that services check. */
export const patterns = {
  /** A redirect URI or another address; a program of the system is refused. */
  address: '^[A-Za-z][A-Za-z0-9+.-]*:[!-~]+$',
  /** An origin as browsers write it. */
  origin:
    '^(https://(([a-z0-9_-]+\\.)*[a-z_][a-z0-9_-]*|[0-9]{1,3}(\\.[0-9]{1,3}){3})|http://(localhost|127\\.0\\.0\\.1|\\[::1\\]))(:[1-9][0-9]{0,4})?$',
  hexColour: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$',
  colour: '^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})|([rR][gG][bB]|[hH][sS][lL])[aA]?\\([0-9 .,%+-]{1,60}\\))$',
  /** BCP 47, without its rarer forms. */
  languageTag: '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*$',
  /** The text of a JSON object, and of a JSON array. */
  objectText: '^\\s*\\{',
  arrayText: '^\\s*\\[',
  /** A compact JWE (RFC 7516, 7.1). */
  jwe: '^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]*){4}$',
} as const;

/** The annotations of a schema. */
interface About {
  readonly description?: string;
  /** A whole value that is valid by the schema. */
  readonly example?: JsonObject;
}

/** A type, not an interface: it is a `JsonObject` too. */
type ObjectSchema<P, R> = {
  readonly title: string;
  readonly type: 'object';
  readonly description?: string;
  /** Absent if the list is empty. */
  readonly required?: R;
  readonly properties: P;
  readonly examples?: readonly [JsonObject];
};

/** A body that a backend sends: an unknown member is refused. */
export function closed<const P extends JsonObject, const R extends readonly (keyof P & string)[]>(
  title: string,
  required: R,
  properties: P,
  about?: About,
): ObjectSchema<P, R> & { readonly additionalProperties: false } {
  return { ...open(title, required, properties, about), additionalProperties: false };
}

/** A response, or input from a wallet: it may have more members. */
export function open<const P extends JsonObject, const R extends readonly (keyof P & string)[]>(
  title: string,
  required: R,
  properties: P,
  about?: About,
): ObjectSchema<P, R> {
  const { description, example } = about ?? {};
  return {
    title,
    type: 'object',
    ...(description === undefined ? {} : { description }),
    ...(required.length === 0 ? {} : { required }),
    properties,
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/** A named choice of strings. */
export function choice<const V extends string>(title: string, values: readonly V[], description: string) {
  return { title, type: 'string', enum: values, description } as const;
}

/** The first example of a schema. */
export function exampleOf({ examples }: JsonObject): JsonObject | undefined {
  return Array.isArray(examples) ? (examples[0] as JsonObject) : undefined;
}
