/** Completions at a cursor in the editor, from the JSON Schema: names of members, values of a choice. Pure. */

import { recordOf } from '../../parts/records.ts';
import { cursorAt } from './cursor.ts';
import { type Schema, schemasAt, typesOf } from './json-schema.ts';

export interface Completion {
  /** Displayed, and matched with the typed text. */
  readonly label: string;
  /** Replaces the typed text. */
  readonly insert: string;
  readonly help?: string;
}

export interface Completions {
  /** Offset of the replaced text. */
  readonly from: number;
  readonly options: readonly Completion[];
}

export function completionsAt(root: Schema, text: string, offset: number): Completions {
  const cursor = cursorAt(text, offset);
  const schemas = schemasAt(root, cursor.path);
  const all = cursor.at === 'name' ? names(schemas, cursor.names) : once(schemas.flatMap(values));
  const typed = cursor.typed.replace(/^"/, '').toLowerCase();
  const fitting = all.filter(({ label }) => label.toLowerCase().includes(typed));
  return { from: cursor.from, options: fitting };
}

/** Members that the object does not have yet, required ones first. */
function names(schemas: readonly Schema[], present: readonly string[]): readonly Completion[] {
  const found = new Map<string, Completion & { readonly required: boolean }>();
  for (const schema of schemas) {
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const [name, inner] of Object.entries(recordOf(schema.properties))) {
      if (present.includes(name) || found.has(name)) continue;
      const insert = `${JSON.stringify(name)}: ${emptyValue(recordOf(inner))}`;
      found.set(name, { label: name, insert, required: required.includes(name), ...helpOf(inner) });
    }
  }
  return [...found.values()]
    .toSorted((one, other) => Number(other.required) - Number(one.required))
    .map(({ required: _, ...completion }) => completion);
}

/** Alternatives repeat the values of what they refine. */
function once(completions: readonly Completion[]): readonly Completion[] {
  return [...new Map(completions.toReversed().map((one) => [one.insert, one])).values()].toReversed();
}

function values(schema: Schema): readonly Completion[] {
  const choice = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : [];
  const booleans = typesOf(schema).includes('boolean') ? [true, false] : [];
  return [...choice, ...booleans].map((value) => ({
    label: typeof value === 'string' ? value : JSON.stringify(value),
    insert: JSON.stringify(value),
    ...helpOf(schema),
  }));
}

/** The initial text of a member. */
function emptyValue(schema: Schema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  switch (typesOf(schema)[0]) {
    case 'object':
      return '{}';
    case 'array':
      return '[]';
    case 'boolean':
      return 'true';
    case 'integer':
    case 'number':
      return String(schema.minimum ?? 0);
    default:
      return '""';
  }
}

function helpOf(schema: unknown): { readonly help?: string } {
  const { description } = recordOf(schema);
  return typeof description === 'string' ? { help: description } : {};
}
