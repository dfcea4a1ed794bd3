/**
 * Where a value violates a JSON Schema, and which members and values are allowed. Pure. Supports the keywords in the
 * schemas that the server publishes below `/schemas`. The server checks more.
 */

import { pointerTo } from '../../parts/json-pointer.ts';
import { isRecord, recordOf, recordsOf } from '../../parts/records.ts';
import type { SchemaRule } from '../../text/configurations.ts';

export type Schema = Readonly<Record<string, unknown>>;

export interface SchemaFinding {
  readonly pointer: string;
  readonly rule: SchemaRule;
  /** The type, value, name, number or pattern of the rule. */
  readonly expected: string;
}

/** Schemas may refer to themselves, but values are never deeper than this. */
const DEEPEST = 100;

/** The violations of the schema, in the order of the value. */
export function schemaFindings(root: Schema, value: unknown): readonly SchemaFinding[] {
  return findings(root, { schema: root, value, pointer: '', depth: 0 });
}

interface Checked {
  readonly schema: Schema;
  readonly value: unknown;
  readonly pointer: string;
  readonly depth: number;
}

function findings(root: Schema, checked: Checked): readonly SchemaFinding[] {
  const { value, pointer, depth } = checked;
  if (depth > DEEPEST) return [];
  const schema = resolved(root, checked.schema);
  const found = (rule: SchemaRule, expected: unknown): SchemaFinding => ({ pointer, rule, expected: shown(expected) });
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isType(value, type))) return [found('type', types.join(', '))];
  const own: SchemaFinding[] = [];
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    own.push(found('enum', schema.enum.map(shown).join(', ')));
  if ('const' in schema && JSON.stringify(schema.const) !== JSON.stringify(value))
    own.push(found('enum', schema.const));
  own.push(...textFindings(schema, value, found), ...numberFindings(schema, value, found));
  const next = { ...checked, schema };
  own.push(...memberFindings(root, next), ...itemFindings(root, next, found), ...anyOfFindings(root, next, found));
  return own;
}

type Found = (rule: SchemaRule, expected: unknown) => SchemaFinding;

function textFindings(schema: Schema, value: unknown, found: Found): readonly SchemaFinding[] {
  if (typeof value !== 'string') return [];
  const { minLength, maxLength, pattern } = schema;
  const length = [...value].length;
  return [
    ...(typeof minLength === 'number' && length < minLength ? [found('short', minLength)] : []),
    ...(typeof maxLength === 'number' && length > maxLength ? [found('long', maxLength)] : []),
    ...(typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value) ? [found('pattern', pattern)] : []),
  ];
}

function numberFindings({ minimum, maximum }: Schema, value: unknown, found: Found): readonly SchemaFinding[] {
  if (typeof value !== 'number') return [];
  return [
    ...(typeof minimum === 'number' && value < minimum ? [found('small', minimum)] : []),
    ...(typeof maximum === 'number' && value > maximum ? [found('large', maximum)] : []),
  ];
}

function memberFindings(root: Schema, { schema, value, pointer, depth }: Checked): readonly SchemaFinding[] {
  if (!isRecord(value)) return [];
  const properties = recordOf(schema.properties);
  const missing = textsOf(schema.required).filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name): SchemaFinding => ({ pointer: pointerTo(pointer, name), rule: 'required', expected: name })),
    ...Object.entries(value).flatMap(([name, item]): readonly SchemaFinding[] => {
      const inner = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
      const at = pointerTo(pointer, name);
      if (inner === false) return [{ pointer: at, rule: 'unknown', expected: name }];
      return isRecord(inner) ? findings(root, { schema: inner, value: item, pointer: at, depth: depth + 1 }) : [];
    }),
  ];
}

function itemFindings(root: Schema, checked: Checked, found: Found): readonly SchemaFinding[] {
  const { schema, value, pointer, depth } = checked;
  if (!Array.isArray(value)) return [];
  const { items, minItems, maxItems } = schema;
  return [
    ...(typeof minItems === 'number' && value.length < minItems ? [found('few', minItems)] : []),
    ...(typeof maxItems === 'number' && value.length > maxItems ? [found('many', maxItems)] : []),
    ...(isRecord(items)
      ? value.flatMap((item, index) =>
          findings(root, { schema: items, value: item, pointer: pointerTo(pointer, index), depth: depth + 1 }),
        )
      : []),
  ];
}

/** If no alternative matches, the errors of the alternative for the value's type. */
function anyOfFindings(root: Schema, checked: Checked, found: Found): readonly SchemaFinding[] {
  const alternatives = recordsOf(checked.schema.anyOf);
  if (alternatives.length === 0) return [];
  const each = alternatives.map((schema) => findings(root, { ...checked, schema, depth: checked.depth + 1 }));
  if (each.some((one) => one.length === 0)) return [];
  const near = each.filter((one) => one.every(({ rule, pointer }) => rule !== 'type' || pointer !== checked.pointer));
  return near.length === 1 && near[0] !== undefined ? near[0] : [found('alternatives', alternatives.length)];
}

/** The schemas for a place, one per allowed alternative. */
export function schemasAt(root: Schema, path: readonly (string | number)[]): readonly Schema[] {
  let present = alternativesOf(root, root, 0);
  for (const step of path) {
    present = present.flatMap((schema) => {
      const inner = typeof step === 'number' ? schema.items : memberSchema(schema, step);
      return isRecord(inner) ? alternativesOf(root, inner, 0) : [];
    });
  }
  return present;
}

function memberSchema({ properties, additionalProperties }: Schema, name: string): unknown {
  const known = recordOf(properties);
  return Object.hasOwn(known, name) ? known[name] : additionalProperties;
}

function alternativesOf(root: Schema, schema: Schema, depth: number): readonly Schema[] {
  const own = resolved(root, schema);
  const inner = depth > DEEPEST ? [] : recordsOf(own.anyOf);
  return [own, ...inner.flatMap((one) => alternativesOf(root, one, depth + 1))];
}

/** Follows `#/$defs/<name>`. */
function resolved(root: Schema, schema: Schema): Schema {
  const { $ref } = schema;
  if (typeof $ref !== 'string' || !$ref.startsWith('#/$defs/')) return schema;
  const target = recordOf(root.$defs)[$ref.slice('#/$defs/'.length)];
  return isRecord(target) ? target : {};
}

/** The types that a schema names. */
export function typesOf({ type }: Schema): readonly string[] {
  return typeof type === 'string' ? [type] : textsOf(type);
}

function isType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
