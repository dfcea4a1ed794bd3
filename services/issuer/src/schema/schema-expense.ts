/**
 * Bounds of a schema that comes through the API: within them it compiles in a few milliseconds, and others do not wait
 * for it.
 */
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { subschemas } from './subschemas.ts';

const MAX_PARTS = 2000;
const MAX_LEVELS = 64;
/** Each becomes code. */
const MAX_SCHEMAS = 250;
/** The target of each becomes its own function. */
const MAX_REFERENCES = 50;
const REFERENCES = ['$ref', '$dynamicRef'];

/** Pure: why a schema costs too much to compile. Takes time linear in the schema, without compiling it. */
export function expenseFindings(schema: JsonObject): readonly FieldError[] {
  const detail = tooLarge(schema) ?? tooMuchCode(schema);
  return detail === undefined ? [] : [{ pointer: '', detail: `The schema is too expensive: ${detail}` }];
}

/** Level by level, so that depth needs no stack. */
function tooLarge(schema: JsonObject): string | undefined {
  let parts = 0;
  let level: readonly unknown[] = [schema];
  for (let depth = 1; level.length > 0; depth += 1) {
    parts += level.length;
    if (parts > MAX_PARTS) return `it has more than ${MAX_PARTS} parts`;
    if (depth > MAX_LEVELS) return `it is nested deeper than ${MAX_LEVELS} levels`;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return undefined;
}

function tooMuchCode(schema: JsonObject): string | undefined {
  const all = [...subschemas(schema)];
  if (all.length > MAX_SCHEMAS) return `it contains more than ${MAX_SCHEMAS} schemas`;
  const references = all.flatMap(({ schema: inner }) => REFERENCES.filter((name) => inner[name] !== undefined));
  return references.length > MAX_REFERENCES ? `it has more than ${MAX_REFERENCES} references` : undefined;
}
