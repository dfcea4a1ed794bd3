/**
 * Backends' JSON Schemas (draft 2020-12): compiled when a configuration is written or first used, applied to the final
 * payload. A schema is untrusted: its size is bounded, nothing is fetched, patterns are matched in linear time, and a
 * schema that could take long runs under the request's time budget.
 */

import { fieldError, findings } from '@countersign/shared/http/validate';
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { createLinearPatterns, type LinearPatterns, PatternRefused } from './linear-regexp.ts';
import { addSchemaFormats } from './schema-formats.ts';
import { subschemas } from './subschemas.ts';
import { createTimeBudget, isRangeError, SchemaTimeout, type TimeBudget } from './time-budget.ts';

/**
 * Finds the first violation: its pointer from the payload and the rule, never a value.
 * @throws SchemaTimeout if the request's budget is used up
 */
export type CompiledSchema = (payload: JsonObject, budget?: TimeBudget) => FieldError | undefined;

export type SchemaCompilation =
  | { readonly ok: true; readonly validate: CompiledSchema }
  /** Pointers start at the schema's root. */
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Milliseconds that all checks of one request may take. */
const TIME_LIMIT = 200;
/** Milliseconds that compilation may take, once per version. */
const COMPILE_TIME_LIMIT = 1000;
const MAX_PARTS = 5000;
/** Parts of a plain schema up to which compiling can't take long. */
const SMALL_SCHEMA = 500;
/** Parts of the schema times parts of the payload up to which a check can't take long. */
const SMALL = 50_000;
/** Steps of all patterns over all characters up to which a check can't take long: about 20 ms. */
const FEW_STEPS = 2_000_000;
const MAX_DEPTH = 64;
/** Limit of an error's detail in characters: patterns and enums of a schema may be long. */
const MAX_DETAIL_LENGTH = 300;
/** Number of enum values above which comparing is slow. */
const LONG_ENUM = 100;

/** The time budget of one request for all its checks. */
export function checkBudget(): TimeBudget {
  return createTimeBudget(TIME_LIMIT);
}

/** Compiles a schema, or returns the errors. */
export function compileClaimsSchema(schema: JsonObject): SchemaCompilation {
  return compiled(schema, { allErrors: false, read: firstFinding });
}

/**
 * Finds every violation, at most 20. Compiles the schema again, because a check of an issuance ends at the first violation.
 * @throws SchemaTimeout
 */
export function everyViolation(schema: JsonObject, payload: JsonObject): readonly FieldError[] {
  const compilation = compiled(schema, { allErrors: true, read: allFindings });
  return compilation.ok ? (compilation.validate(payload) ?? []) : [];
}

interface Reading<T> {
  readonly allErrors: boolean;
  readonly read: (errors: readonly ErrorObject[]) => T;
}

type Compiled<T> =
  | { readonly ok: true; readonly validate: (payload: JsonObject, budget?: TimeBudget) => T | undefined }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

function compiled<T>(schema: JsonObject, { allErrors, read }: Reading<T>): Compiled<T> {
  try {
    const seen = { parts: 0 };
    checkBounds(schema, 1, seen);
    const patterns = createLinearPatterns();
    const { errors, steps } = compilePatterns(schema, patterns);
    if (errors.length > 0) return { ok: false, errors };
    const compile = (): ValidateFunction => {
      if (schemaOfSchemas.validateSchema(schema) !== true) throw new Error(schemaOfSchemas.errorsText());
      return compiler(patterns, allErrors).compile(schema);
    };
    // The limit is in wall-clock time, and a schema that exceeds it is treated as broken until its text changes. A
    // stalled machine must not cause that for a schema that can't be hostile.
    const small = seen.parts <= SMALL_SCHEMA && !hasReference(schema);
    const validate = small ? compile() : createTimeBudget(COMPILE_TIME_LIMIT).run(compile);
    const cost = { patterns, slow: mayTakeLong(schema), parts: seen.parts, steps };
    return { ok: true, validate: compiledCheck(validate, cost, read) };
  } catch (error) {
    return { ok: false, errors: [{ pointer: '', detail: `The schema cannot be compiled: ${plain(error)}` }] };
  }
}

/** A schema that was checked when it was written: it is compiled at its first use. */
export function lazyClaimsSchema(schema: JsonObject): CompiledSchema {
  let compilation: SchemaCompilation | undefined;
  return (payload, budget) => {
    // A failure is not kept: a machine that stalls must not break a configuration until it is written again.
    compilation = compilation?.ok === true ? compilation : compileClaimsSchema(schema);
    if (compilation.ok) return compilation.validate(payload, budget);
    return { pointer: '', detail: compilation.errors[0]?.detail ?? 'The schema cannot be compiled' };
  };
}

/** Compiles the schema of schemas once, not for each schema. */
const schemaOfSchemas = new Ajv2020({ strict: false, logger: false });

/**
 * One compiler per schema, so that equal $ids can't clash. References are compiled to calls, not inlined: inlined, a
 * few hundred of them produce code that takes a minute to compile.
 */
function compiler({ regExp }: LinearPatterns, allErrors: boolean): Ajv2020 {
  // `verbose`: errors contain the nearest known member and the type of the received value.
  const checks = { strict: false, verbose: true, allErrors, validateSchema: false } as const;
  const options = { ...checks, logger: false, inlineRefs: false } as const;
  const ajv = new Ajv2020({ ...options, code: { regExp } });
  addSchemaFormats(ajv);
  return ajv;
}

/** @throws Error if a schema is too large or deep, or requires asynchronous validation, which is not awaited */
function checkBounds(value: unknown, depth: number, seen: { parts: number }): void {
  seen.parts += 1;
  if (seen.parts > MAX_PARTS) throw new Error(`it has more than ${MAX_PARTS} parts`);
  if (depth > MAX_DEPTH) throw new Error(`it is nested deeper than ${MAX_DEPTH} levels`);
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '$async')) throw new Error('$async is not supported');
  for (const item of Object.values(value)) checkBounds(item, depth + 1, seen);
}

interface PatternFindings {
  /** Patterns that can't be matched in linear time, with their places. */
  readonly errors: readonly FieldError[];
  /** Limit of the steps of all patterns for each character of a payload. */
  readonly steps: number;
}

function compilePatterns(schema: JsonObject, { regExp }: LinearPatterns): PatternFindings {
  const errors: FieldError[] = [];
  let steps = 0;
  const check = (pattern: string, pointer: string): void => {
    try {
      steps += regExp(pattern, 'u').size;
    } catch (error) {
      if (!(error instanceof PatternRefused)) throw error;
      errors.push({ pointer, detail: `The pattern ${error.message}` });
    }
  };
  for (const { pointer, schema: inner } of subschemas(schema)) {
    if (typeof inner.pattern === 'string') check(inner.pattern, `${pointer}/pattern`);
    if (!isObject(inner.patternProperties)) continue;
    for (const pattern of Object.keys(inner.patternProperties)) {
      check(pattern, `${pointer}/patternProperties/${escapePointer(pattern)}`);
    }
  }
  return { errors, steps };
}

/** Whether the time of a check may grow faster than the payload: comparing with many values, or references. */
function mayTakeLong(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(mayTakeLong);
  if (!isObject(value)) return false;
  if (value.uniqueItems !== undefined) return true;
  if (value.$ref !== undefined || value.$dynamicRef !== undefined) return true;
  if (Array.isArray(value.enum) && (value.enum.length > LONG_ENUM || value.enum.some(isObject))) return true;
  return Object.values(value).some(mayTakeLong);
}

/** With references the compilation may take longer than the size suggests. */
function hasReference(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasReference);
  if (!isObject(value)) return false;
  return value.$ref !== undefined || value.$dynamicRef !== undefined || Object.values(value).some(hasReference);
}

interface SchemaCost {
  readonly patterns: LinearPatterns;
  readonly slow: boolean;
  readonly parts: number;
  /** Steps of all patterns for each character. */
  readonly steps: number;
}

/** A small check runs without the time budget, whose overhead would exceed the check. */
function compiledCheck<T>(
  validate: ValidateFunction,
  { patterns, slow, parts, steps }: SchemaCost,
  read: Reading<T>['read'],
): (payload: JsonObject, budget?: TimeBudget) => T | undefined {
  return (payload, budget) => {
    const check = (): { readonly finding?: T } =>
      validate(payload) === true ? {} : { finding: read(validate.errors ?? []) };
    const size = payloadSize(payload);
    const small = !slow && parts * size.parts <= SMALL && steps * size.characters <= FEW_STEPS;
    try {
      return (small ? check() : (budget ?? checkBudget()).run(check)).finding;
    } catch (error) {
      patterns.reset();
      throw isRangeError(error) ? new SchemaTimeout('it goes too deep') : error;
    } finally {
      patterns.trim();
    }
  };
}

function firstFinding([error]: readonly ErrorObject[]): FieldError {
  return error === undefined ? { pointer: '', detail: 'does not match' } : limited(fieldError(error));
}

function allFindings(errors: readonly ErrorObject[]): readonly FieldError[] {
  return findings(errors).map(limited);
}

function limited({ pointer, detail }: FieldError): FieldError {
  return { pointer, detail: detail.slice(0, MAX_DETAIL_LENGTH) };
}

/** Counts the values of a payload, and the characters of its strings and names. */
function payloadSize(payload: JsonObject): { readonly parts: number; readonly characters: number } {
  let [parts, characters] = [0, 0];
  const count = (value: unknown): void => {
    parts += 1;
    if (typeof value === 'string') characters += value.length;
    if (typeof value !== 'object' || value === null) return;
    for (const [name, item] of Object.entries(value)) {
      characters += name.length;
      count(item);
    }
  };
  count(payload);
  return { parts, characters };
}

/** Only the first line, without quotes: the message is sent to the backend. */
function plain(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/["\\]/g, "'").slice(0, 300) : 'unknown';
}
