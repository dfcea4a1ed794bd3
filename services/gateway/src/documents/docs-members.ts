/** Schemas of the API description as markup: an object's members, and their possible values. */
import type { Json } from '@countersign/shared/kernel/json';
import { escapeHtml } from '@countersign/shared/pages/page';
import { markedUp } from './marked-up.ts';

/** The keywords of OpenAPI 3.0 that the description uses and a reader needs. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly Json[];
  readonly nullable?: boolean;
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly description?: string;
  readonly example?: Json;
}

export type Schemas = Readonly<Record<string, Schema>>;

/** A member of a body, or a parameter. */
export interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly needed: boolean;
  readonly description?: string;
  /** Attributes for the page's script. */
  readonly attributes?: string;
}

/** The named schema behind a reference, or the schema itself. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  return schemas[nameOf(schema) ?? ''] ?? schema;
}

function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.slice($ref.lastIndexOf('/') + 1);
}

/** The members of an object. A nested object's members follow its name, as `outer.inner`. */
export function membersOf(schema: Schema, prefix = ''): readonly Member[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, of]) => [
    { name: prefix + name, schema: of, needed: schema.required?.includes(name) === true },
    ...membersOf(of, `${prefix}${name}.`),
  ]);
}

/** A list of members with type and description; empty without members. */
export function memberList(members: readonly Member[], schemas: Schemas): string {
  const rows = members.map(({ name, schema, needed, description, attributes = '' }) => {
    const said = description ?? schema.description ?? resolved(schema, schemas).description ?? '';
    const must = needed ? '<b>needed</b>' : 'optional';
    return `<div${attributes}><dt><code>${escapeHtml(name)}</code> <small>${typeOf(schema)}, ${must}</small></dt><dd>${markedUp(said)}</dd></div>`;
  });
  return rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`;
}

/** A value's type, with links to named schemas. */
export function typeOf(schema: Schema): string {
  const name = nameOf(schema);
  const type = name === undefined ? ownType(schema) : `<a href="#type-${name}">${name}</a>`;
  return schema.nullable === true ? `${type} or null` : type;
}

function ownType(schema: Schema): string {
  const { type, enum: values, oneOf, items, additionalProperties: others, format } = schema;
  if (values !== undefined)
    return values.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' or ');
  if (oneOf !== undefined) return [...new Set(oneOf.map(typeOf))].join(' or ');
  const inner = type === 'array' ? items : type === 'object' && typeof others === 'object' ? others : undefined;
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const limits = [
    format ?? '',
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
  ].filter((limit) => limit !== '');
  const name = `${type ?? 'any value'}${inner === undefined ? '' : ` of ${typeOf(inner)}`}`;
  return limits.length === 0 ? name : `${name} (${limits.join(', ')})`;
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (most !== undefined) return least === undefined ? `up to ${most}${unit}` : `${least} to ${most}${unit}`;
  return least === undefined || (least === 1 && unit !== '') ? '' : `from ${least}${unit}`;
}

/** A named schema, for the list at the end of the page. */
export function typeEntry(name: string, schema: Schema, schemas: Schemas): string {
  const members = membersOf(schema);
  const said = schema.description === undefined ? '' : `<p>${markedUp(schema.description)}</p>`;
  const what = members.length === 0 ? `<p>${typeOf(schema)}</p>` : memberList(members, schemas);
  return `<details class="entry" id="type-${name}"><summary><h3><code>${name}</code></h3></summary><div class="inside">${said}${what}${exampleOf(schema)}</div></details>`;
}

export function exampleOf({ example }: Schema): string {
  return example === undefined ? '' : `<h4>Example</h4><pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`;
}
