/** Bounds of a schema that comes by the interface: within them it compiles in some milliseconds, and others do not wait for it. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { subschemas } from './subschemas.ts';

const MOST_PARTS = 2000;
const MOST_LEVELS = 64;
/** Each becomes code. */
const MOST_SCHEMAS = 250;
/** The target of each becomes a function of its own. */
const MOST_REFERENCES = 50;
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
    if (parts > MOST_PARTS) return `it has more than ${MOST_PARTS} parts`;
    if (depth > MOST_LEVELS) return `it is nested deeper than ${MOST_LEVELS} levels`;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return undefined;
}

function tooMuchCode(schema: JsonObject): string | undefined {
  const all = [...subschemas(schema)];
  if (all.length > MOST_SCHEMAS) return `it contains more than ${MOST_SCHEMAS} schemas`;
  const references = all.flatMap(({ schema: inner }) => REFERENCES.filter((name) => inner[name] !== undefined));
  return references.length > MOST_REFERENCES ? `it has more than ${MOST_REFERENCES} references` : undefined;
}
