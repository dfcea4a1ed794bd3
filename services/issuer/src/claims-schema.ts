/**
 * JSON Schemas of backends (draft 2020-12): compiled when a configuration is read, applied to the final payload.
 * A schema comes from outside, so it may be hostile: its size is bounded, nothing is fetched, and one that could
 * take long runs under a time limit.
 */
import { createContext, Script } from 'node:vm';
import { isObject, type JsonObject } from '@countersign/shared/json';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** True where the payload fits. @throws SchemaTimeout where the check took too long */
export type CompiledSchema = (payload: JsonObject) => boolean;

export type SchemaCompilation =
  | { readonly ok: true; readonly validate: CompiledSchema }
  | { readonly ok: false; readonly reason: string };

/** Milliseconds one validation may take. */
const TIME_LIMIT = 200;
/** Milliseconds that compiling may take: it happens once per version. */
const COMPILE_TIME_LIMIT = 1000;
const MAX_PARTS = 5000;
/** Parts of a plain schema up to which compiling can't take long. */
const SMALL_SCHEMA = 500;
/** Parts of the schema times parts of the payload up to which a check can't take long. */
const SMALL = 50_000;
const MAX_DEPTH = 64;
/** Values of an enum from which on comparing with each of them is taken as slow. */
const LONG_ENUM = 100;
/** ajv-formats is CommonJS: its default export is the module itself under NodeNext. */
const addFormats = formats as unknown as (ajv: Ajv2020) => void;

/** The check was stopped: at its time limit, or out of stack. */
export class SchemaTimeout extends Error {
  override readonly name = 'SchemaTimeout';
}

/** Compiles a schema, or says why not. */
export function compileClaimsSchema(schema: JsonObject): SchemaCompilation {
  try {
    const seen = { parts: 0 };
    checkBounds(schema, 1, seen);
    // One Ajv each: an $id of one schema can't clash with that of another. References are calls, not copies: copied,
    // a few hundred of them make code that takes a minute to compile.
    const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false, inlineRefs: false });
    addFormats(ajv);
    const compile = (): ValidateFunction => ajv.compile(schema);
    // The limit is of the clock on the wall, and what it stops is taken as broken until its text changes: on a machine
    // that stands still for a second that must not happen to a schema which can't be hostile.
    const small = seen.parts <= SMALL_SCHEMA && !mayCompileLong(schema);
    const validate = small ? compile() : withTimeLimit(COMPILE_TIME_LIMIT, compile);
    return { ok: true, validate: compiledCheck(validate, mayTakeLong(schema), seen.parts) };
  } catch (error) {
    return { ok: false, reason: `The schema can not be compiled: ${plain(error)}` };
  }
}

/** @throws Error where a schema is too large or deep, or asks for asynchronous validation, which nobody awaits */
function checkBounds(value: unknown, depth: number, seen: { parts: number }): void {
  seen.parts += 1;
  if (seen.parts > MAX_PARTS) throw new Error(`it has more than ${MAX_PARTS} parts`);
  if (depth > MAX_DEPTH) throw new Error(`it is nested deeper than ${MAX_DEPTH} levels`);
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '$async')) throw new Error('$async is not supported');
  for (const item of Object.values(value)) checkBounds(item, depth + 1, seen);
}

/**
 * Whether the time of a check may grow faster than the payload: comparing array items with each other, or a pattern
 * that can backtrack. Patterns that begin with `^`, have no groups and at most one open repetition can't.
 */
function mayTakeLong(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(mayTakeLong);
  if (!isObject(value)) return false;
  if (value.uniqueItems !== undefined || value.patternProperties !== undefined) return true;
  if (value.format !== undefined && value.format !== 'date' && value.format !== 'date-time') return true;
  if (value.$ref !== undefined || value.$dynamicRef !== undefined) return true;
  if (Array.isArray(value.enum) && (value.enum.length > LONG_ENUM || value.enum.some(isObject))) return true;
  if (typeof value.pattern === 'string' && !isPlainPattern(value.pattern)) return true;
  return Object.values(value).some(mayTakeLong);
}

/** Whether compiling may take longer than the size says: references, and patterns of any kind. */
function mayCompileLong(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(mayCompileLong);
  if (!isObject(value)) return false;
  if (value.$ref !== undefined || value.$dynamicRef !== undefined || value.patternProperties !== undefined) return true;
  if (typeof value.pattern === 'string' && !isPlainPattern(value.pattern)) return true;
  return Object.values(value).some(mayCompileLong);
}

function isPlainPattern(pattern: string): boolean {
  if (!pattern.startsWith('^') || /[(|]/.test(pattern) || /\\[1-9k]/.test(pattern)) return false;
  const open = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
  return (open.match(/[*+?]|\{\d+,\d*\}/g) ?? []).length <= 1;
}

/** A small check runs as it is; starting the clock for it would cost more than the check. */
function compiledCheck(validate: ValidateFunction, mayTakeLong: boolean, schemaParts: number): CompiledSchema {
  return (payload) => {
    const check = (): boolean => validate(payload) === true;
    const small = !mayTakeLong && schemaParts * countParts(payload) <= SMALL;
    if (!small) return withTimeLimit(TIME_LIMIT, check);
    try {
      return check();
    } catch (error) {
      throw isRangeError(error) ? new SchemaTimeout('it goes too deep') : error;
    }
  };
}

const sandbox = createContext(Object.assign(Object.create(null), { run: undefined }));
const script = new Script('run()');

/**
 * Runs a function under a time limit of V8, which stops it inside a regular expression too. The limit is of the clock on
 * the wall, and a machine may stand still for a moment: what is too slow once is tried once more.
 * @throws SchemaTimeout
 */
function withTimeLimit<T>(milliseconds: number, run: () => T): T {
  try {
    return withinTime(milliseconds, run);
  } catch (error) {
    if (!(error instanceof SchemaTimeout)) throw error;
    return withinTime(milliseconds, run);
  }
}

function withinTime<T>(milliseconds: number, run: () => T): T {
  const results: T[] = [];
  sandbox.run = () => {
    results.push(run());
  };
  try {
    script.runInContext(sandbox, { timeout: milliseconds });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A reference to itself without end runs out of stack before it runs out of time.
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' || isRangeError(error)) {
      throw new SchemaTimeout('it takes too long');
    }
    throw error;
  } finally {
    sandbox.run = undefined;
  }
  const [result] = results;
  if (result === undefined) throw new Error('The script ended without a result');
  return result;
}

function countParts(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const item of Object.values(value)) count += countParts(item);
  return count;
}

/** Also one that was made in the other context, whose classes are its own. */
function isRangeError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'RangeError';
}

/** Only the first line, without quotes: the message goes to the backend. */
function plain(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/["\\]/g, "'").slice(0, 300) : 'unknown';
}
