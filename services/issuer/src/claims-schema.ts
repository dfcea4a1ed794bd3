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
const MAX_NODES = 5000;
/** ajv-formats is CommonJS: its default export is the module itself under NodeNext. */
const addFormats = formats as unknown as (ajv: Ajv2020) => void;

/** The check was stopped at its time limit. */
export class SchemaTimeout extends Error {
  override readonly name = 'SchemaTimeout';
}

/** Compiles a schema, or says why not. */
export function compileClaimsSchema(schema: JsonObject): SchemaCompilation {
  if (countNodes(schema, MAX_NODES + 1) > MAX_NODES) {
    return { ok: false, reason: `The schema has more than ${MAX_NODES} parts` };
  }
  try {
    const ajv = new Ajv2020({
      strict: false,
      allErrors: false,
      logger: false,
      validateFormats: true,
      addUsedSchema: false,
    });
    addFormats(ajv);
    const validate = ajv.compile(withoutId(schema));
    return { ok: true, validate: mayTakeLong(schema) ? limited(validate) : (payload) => validate(payload) === true };
  } catch (error) {
    return { ok: false, reason: `The schema can not be compiled: ${plain(error)}` };
  }
}

/** `$id` of a schema would be registered and may clash; references to it by `#` still work. */
function withoutId(schema: JsonObject): JsonObject {
  const { $id: _id, ...rest } = schema;
  return rest;
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
  if (typeof value.pattern === 'string' && !isPlainPattern(value.pattern)) return true;
  return Object.values(value).some(mayTakeLong);
}

function isPlainPattern(pattern: string): boolean {
  if (!pattern.startsWith('^') || /[(|]/.test(pattern) || /\\[1-9k]/.test(pattern)) return false;
  const open = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
  return (open.match(/[*+?]|\{\d+,\d*\}/g) ?? []).length <= 1;
}

/** Runs a check in a context of its own, where V8 stops it after the time limit, inside a regular expression too. */
function limited(validate: ValidateFunction): CompiledSchema {
  const sandbox = createContext(Object.assign(Object.create(null), { check: undefined }));
  const script = new Script('check()');
  return (payload) => {
    let fits = false;
    sandbox.check = () => {
      fits = validate(payload) === true;
    };
    try {
      script.runInContext(sandbox, { timeout: TIME_LIMIT });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
        throw new SchemaTimeout('The schema took too long');
      }
      throw error;
    } finally {
      sandbox.check = undefined;
    }
    return fits;
  };
}

function countNodes(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const item of Object.values(value)) {
    count += countNodes(item, limit - count);
    if (count >= limit) return count;
  }
  return count;
}

/** Only the first line, without quotes: the message goes to the backend. */
function plain(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/["\\]/g, "'").slice(0, 300) : 'unknown';
}
