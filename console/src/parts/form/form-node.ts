/**
 * The fields of a form generated from a JSON Schema (draft 2020-12). Anything without a suitable field becomes a field
 * of JSON text, so that every value can be entered. Pure.
 */

import { isRecord } from '../records.ts';
import type { ImageEncoding } from './image-draft.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };
export type Schema = Readonly<Record<string, unknown>>;

interface Described {
  readonly label: string;
  readonly help?: string;
}

export interface TextNode extends Described {
  readonly kind: 'text';
  readonly type: 'text' | 'date' | 'email' | 'url';
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface ImageNode extends Described {
  readonly kind: 'image';
  readonly encoding: ImageEncoding;
}

export interface NumberNode extends Described {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface ChoiceNode extends Described {
  readonly kind: 'choice';
  readonly options: readonly Json[];
}

export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly node: FormNode;
}

export interface GroupNode extends Described {
  readonly kind: 'group';
  readonly members: readonly Member[];
}

export interface ListNode extends Described {
  readonly kind: 'list';
  readonly item: FormNode;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export type FormNode =
  | TextNode
  | NumberNode
  | ChoiceNode
  | GroupNode
  | ListNode
  | ImageNode
  | (Described & { readonly kind: 'boolean' })
  | (Described & { readonly kind: 'json' });

/** Deeper and recursive schemas become JSON text. */
const MAX_DEPTH = 6;

/** Keywords that change which values are valid in a way that no field shows. */
const UNSHOWN = [
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'patternProperties',
  'dependentRequired',
  'dependentSchemas',
  'propertyNames',
  'prefixItems',
  'contains',
  '$dynamicRef',
  'unevaluatedProperties',
  'unevaluatedItems',
];

/**
 * @param schema of an object; anything else is a field of JSON
 * @param options.without names at the top that the form leaves out, such as claims that the service sets
 */
export function formOf(schema: unknown, options: { readonly without?: readonly string[] } = {}): FormNode {
  if (!isRecord(schema)) return { kind: 'json', label: '' };
  const node = nodeOf(schema, { label: '', root: schema, depth: 0 });
  if (node.kind !== 'group') return { ...node, kind: 'json' };
  const { without = [] } = options;
  return { ...node, members: node.members.filter(({ name }) => !without.includes(name)) };
}

interface Place {
  readonly label: string;
  readonly root: Schema;
  readonly depth: number;
}

function nodeOf(given: Schema, place: Place): FormNode {
  const schema = resolved(given, place.root);
  const described = describedBy(schema ?? given, place.label);
  if (schema === undefined || place.depth > MAX_DEPTH || UNSHOWN.some((keyword) => Object.hasOwn(schema, keyword))) {
    return { kind: 'json', ...described };
  }
  const options = choicesOf(schema);
  if (options !== undefined) return { kind: 'choice', options, ...described };
  switch (typeOf(schema)) {
    case 'string':
      return isImage(schema)
        ? { kind: 'image', ...described, encoding: encodingIn(schema) }
        : { kind: 'text', ...described, ...textRules(schema) };
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        integer: schema.type === 'integer',
        ...described,
        ...numbers(schema, ['minimum', 'maximum']),
      };
    case 'boolean':
      return { kind: 'boolean', ...described };
    case 'array':
      return listOf(schema, described, place);
    case 'object':
      return groupOf(schema, described, place);
    default:
      return { kind: 'json', ...described };
  }
}

/** Follows a reference within the schema (`#/$defs/name`); undefined if it leaves the schema or is circular. */
function resolved(schema: Schema, root: Schema): Schema | undefined {
  let now = schema;
  for (let step = 0; step < MAX_DEPTH; step += 1) {
    const { $ref, ...rest } = now;
    if ($ref === undefined) return now;
    const target = typeof $ref === 'string' && $ref.startsWith('#/') ? at(root, $ref.slice(2)) : undefined;
    if (!isRecord(target)) return undefined;
    now = { ...target, ...rest };
  }
  return undefined;
}

function at(root: Schema, pointer: string): unknown {
  let now: unknown = root;
  for (const part of pointer.split('/').map((text) => text.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    now = isRecord(now) && Object.hasOwn(now, part) ? now[part] : undefined;
  }
  return now;
}

function describedBy({ title, description }: Schema, name: string): Described {
  return {
    label: typeof title === 'string' && title !== '' ? title : name,
    ...(typeof description === 'string' && description !== '' ? { help: description } : {}),
  };
}

function choicesOf(schema: Schema): readonly Json[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema.const as Json];
  return Array.isArray(schema.enum) && schema.enum.length > 0 ? (schema.enum as Json[]) : undefined;
}

/** Handwritten schemas often omit an object's type. */
function typeOf({ type, properties }: Schema): unknown {
  return type ?? (isRecord(properties) ? 'object' : undefined);
}

function isImage({ contentMediaType }: Schema): boolean {
  return typeof contentMediaType === 'string' && contentMediaType.startsWith('image/');
}

/** Without an encoding the text is not the bytes (JSON Schema, 8.3), so it is an address. */
function encodingIn({ contentEncoding }: Schema): ImageEncoding {
  return contentEncoding === 'base64' || contentEncoding === 'base64url' ? contentEncoding : 'data';
}

/** A date and time needs its zone, which browsers' fields don't have, so it is text. */
const inputTypes: Readonly<Record<string, TextNode['type']>> = { date: 'date', email: 'email', uri: 'url' };

function textRules(schema: Schema): Omit<TextNode, 'kind' | 'label' | 'help'> {
  const { format } = schema;
  return {
    type: (typeof format === 'string' ? inputTypes[format] : undefined) ?? 'text',
    ...numbers(schema, ['minLength', 'maxLength']),
  };
}

function listOf(schema: Schema, described: Described, place: Place): FormNode {
  if (!isRecord(schema.items)) return { kind: 'json', ...described };
  const item = nodeOf(schema.items, { ...place, depth: place.depth + 1 });
  return { kind: 'list', item, ...described, ...numbers(schema, ['minItems', 'maxItems']) };
}

function groupOf(schema: Schema, described: Described, place: Place): FormNode {
  const { properties, required } = schema;
  // Free names have no fields.
  if (!isRecord(properties) || isRecord(schema.additionalProperties)) return { kind: 'json', ...described };
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const members = Object.entries(properties).map(([name, member]) => ({
    name,
    required: needed.includes(name),
    node: nodeOf(isRecord(member) ? member : {}, { ...place, label: name, depth: place.depth + 1 }),
  }));
  return { kind: 'group', members, ...described };
}

function numbers<K extends string>(schema: Schema, names: readonly K[]): { readonly [key in K]?: number } {
  const found = names.flatMap((name) => (typeof schema[name] === 'number' ? [[name, schema[name]]] : []));
  return Object.fromEntries(found) as { readonly [key in K]?: number };
}
