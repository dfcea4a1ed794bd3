/** JSON Schema for API bodies: compiled once, errors as JSON pointers, never a value in them. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv } from 'ajv';
import type { FieldError } from '../kernel/errors.ts';
import { ProtocolError } from '../kernel/errors.ts';
import { isObject, type Json, type JsonObject } from '../kernel/json.ts';
import { escapePointer } from '../kernel/json-pointer.ts';
import { didYouMean } from '../kernel/nearest-name.ts';

/** Returns the errors in a value; empty if it is valid. */
export type Validate = (value: unknown) => readonly FieldError[];

const MAX_FINDINGS = 20;
/** Errors that are compared with each other: a body may cause tens of thousands, and the work grows with the square. */
const MAX_ERRORS = 1000;
const LONGEST_NAME = 64;
/** Prefix of an error that repeats a name from the checked value. No other error starts with it. */
export const UNKNOWN_FIELD = 'unknown field';

/** Header names that belong to HTTP or to this server's own signature. */
const RESERVED_HEADERS =
  /^(host|connection|content-length|content-type|content-encoding|transfer-encoding|te|trailer|upgrade|keep-alive|proxy-.*|expect|webhook-.*)$/i;

const formats = {
  'date-time': (text: string): boolean =>
    /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  /** RFC 9110, 5.6.2: a token. */
  'header-name': (text: string): boolean =>
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/.test(text) && !RESERVED_HEADERS.test(text),
  /** RFC 9110, 5.5, without the bytes above ASCII: no line end gets through. */
  'header-value': (text: string): boolean => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text),
  'http-url': isHttpUrl,
  /** RFC 3986: absolute, of any scheme. */
  uri: (text: string): boolean => !/[^\x21-\x7e]/.test(text) && URL.canParse(text),
};

/** `verbose`: errors contain the schema, which tells what is accepted. */
const ajv = new Ajv({
  verbose: true,
  allErrors: true,
  ownProperties: true,
  strict: true,
  allowUnionTypes: true,
  formats,
});
// See `documented` in schema-parts.ts.
ajv.addVocabulary(['documented']);

/**
 * Compiles a schema of this project (never a user's) at its first use: there are many, and compiling them all took a
 * quarter of the time of a start.
 * @returns a function that lists at most 20 errors, each with an RFC 6901 pointer; unknown fields are named
 */
export function compileSchema(schema: JsonObject): Validate {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= ajv.compile(schema);
    const validate = compiled;
    if (validate(value) === true) return [];
    return findings(validate.errors ?? []);
  };
}

/**
 * Refuses a management body with errors.
 * @throws ProtocolError `invalid_request` with all of them
 */
export function assertValid(validate: Validate, value: unknown): void {
  const errors = validate(value);
  if (errors.length === 0) return;
  throw new ProtocolError('invalid_request', 'The request body is not valid; see errors', {
    reason: 'body_invalid',
    facts: placesOf(errors),
    errors,
  });
}

/** The places of errors and their number, as facts of a reason. */
export function placesOf(
  errors: readonly FieldError[],
): Readonly<Record<'parameters', readonly string[]> & Record<'count', number>> {
  return { parameters: errors.map(({ pointer }) => pointer), count: errors.length };
}

/**
 * One error per place. An anyOf explains more than its failed branches, so these are left out. But if the value is an
 * object and only one branch is for objects, that branch explains more.
 */
export function findings(given: readonly ErrorObject[]): readonly FieldError[] {
  const all = given.slice(0, MAX_ERRORS);
  const meant = all.flatMap((error) => branchForObjects(error) ?? []);
  const errors = all.filter(
    ({ schemaPath, instancePath }) =>
      !meant.some(
        ({ at, anyOf, branch }) => isPart(instancePath, at) && isPart(schemaPath, anyOf) && !isPart(schemaPath, branch),
      ),
  );
  const alternatives = errors.filter((error) => error.keyword === 'anyOf');
  // An `if` only tells which branch failed. The branch's errors are more specific.
  const said = errors.filter(({ keyword }) => keyword !== 'if');
  const reported = said.filter(
    ({ schemaPath, instancePath }) =>
      !alternatives.some(
        (one) => isPart(instancePath, one.instancePath) && schemaPath.startsWith(`${one.schemaPath}/`),
      ),
  );
  const byPointer = new Map<string, FieldError>();
  for (const error of reported.length === 0 ? errors : reported) {
    const finding = fieldError(error);
    if (!byPointer.has(finding.pointer)) byPointer.set(finding.pointer, finding);
  }
  return [...byPointer.values()].slice(0, MAX_FINDINGS);
}

/** The schema paths of an anyOf that refused an object, and of its only branch for objects. */
function branchForObjects({ keyword, data, schema, schemaPath: anyOf, instancePath: at }: ErrorObject) {
  if (keyword !== 'anyOf' || !isObject(data as Json) || !Array.isArray(schema)) return undefined;
  const fitting = schema.flatMap((branch: unknown, index) =>
    isObject(branch as Json) && (branch as JsonObject).type === 'object' ? [index] : [],
  );
  return fitting.length === 1 ? { at, anyOf, branch: `${anyOf}/${fitting[0]}` } : undefined;
}

function isPart(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}/`);
}

/** Converts an ajv error, without any checked value. */
export function fieldError(error: ErrorObject): FieldError {
  const at = error.instancePath;
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = printable(String(error.params.additionalProperty));
      const near = didYouMean(name, namesOf(error.parentSchema));
      return { pointer: `${at}/${escapePointer(name)}`, detail: `${UNKNOWN_FIELD} ${name}${near}` };
    }
    case 'required':
      return { pointer: `${at}/${escapePointer(String(error.params.missingProperty))}`, detail: 'is required' };
    case 'enum':
      return {
        pointer: at,
        detail: `must be one of: ${(error.params.allowedValues as readonly unknown[]).join(', ')}`,
      };
    case 'anyOf':
      return { pointer: at, detail: acceptedForms(error.schema) };
    case 'type':
      return { pointer: at, detail: wrongType(error) };
    case 'propertyNames':
      return { pointer: at, detail: 'has a name that is not accepted' };
    default:
      return { pointer: at, detail: (error.message ?? 'is not valid').replaceAll('"', "'").replaceAll('\\', '/') };
  }
}

/** The expected and the received type. For an object also its meaning, because the type doesn't show its form. */
function wrongType({ params, data, parentSchema }: ErrorObject): string {
  const type = String(params.type);
  const received = parentSchema === undefined ? '' : `, not ${typeName(data)}`;
  const { description } = parentSchema ?? {};
  const meaning = type === 'object' && typeof description === 'string' ? `: ${description}` : '';
  return `must be ${type}${received}${meaning}`;
}

function typeName(data: unknown): string {
  if (data === null) return 'null';
  return Array.isArray(data) ? 'array' : typeof data;
}

function namesOf(schema: ErrorObject['parentSchema']): readonly string[] {
  return isObject(schema?.properties) ? Object.keys(schema.properties) : [];
}

/** The accepted forms of an anyOf, as text. */
function acceptedForms(branches: unknown): string {
  const forms = Array.isArray(branches) ? branches.filter(isObject).map(formOf) : [];
  return forms.length === 0 ? 'has none of the accepted forms' : `must be ${forms.join(', or ')}`;
}

function formOf({ type, const: only, enum: values, format, minLength, maxLength, properties }: JsonObject): string {
  if (only !== undefined) return String(only);
  if (Array.isArray(values)) return `one of: ${values.join(', ')}`;
  if (type === 'object') return `an object with ${Object.keys(isObject(properties) ? properties : {}).join(', ')}`;
  if (type !== 'string') return `of type ${String(type)}`;
  const length =
    typeof minLength === 'number' && typeof maxLength === 'number' ? ` of ${minLength} to ${maxLength} characters` : '';
  return `a string${length}${typeof format === 'string' ? ` in the format ${format}` : ''}`;
}

/** A name that the caller sent, safe to repeat in an error: short, without control characters and quotes. */
export function printable(name: string): string {
  return name.slice(0, LONGEST_NAME).replaceAll(/[^\x20-\x7e]|["\\]/g, '?');
}

/** A name by its labels, or an address. WHATWG also accepts signs, such as `*`, that no host has. */
const HOST = /^(([a-z0-9_-]+\.)*[a-z0-9_-]+|\[[0-9a-f:.]+\])$/;

function isHttpUrl(text: string): boolean {
  if (text.length > 2048 || !URL.canParse(text) || /[\s\\]/.test(text)) return false;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && url.hash === '';
  return plain && HOST.test(url.hostname) && (url.protocol === 'https:' || url.protocol === 'http:');
}
