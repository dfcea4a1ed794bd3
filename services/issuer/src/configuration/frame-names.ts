/**
 * Compares the names of a disclosure frame with the claims that a configuration describes. A mistyped name would leave its
 * claim always disclosed, so it is an error.
 */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type Json, type JsonObject, own } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import { schemasAt } from './display/described-claims.ts';
import { type FrameLevel, memberOf, pointerOf } from './plain-claims.ts';

/** The descriptions of claims in a configuration. */
export interface DescribedClaims {
  readonly schema?: JsonObject;
  /** Static claims. */
  readonly claims: JsonObject;
  /** Claims path pointers of claim descriptions (OpenID4VCI 1.0, Appendix C). */
  readonly paths: readonly (readonly Json[])[];
}

export type FramePath = readonly string[];

export interface FrameNames {
  /** Names that a described level does not contain; pointers start at the frame. */
  readonly errors: readonly FieldError[];
  /** Names at undescribed levels, which only the claims of an issuance can confirm. */
  readonly unconfirmed: readonly FramePath[];
  /** The allowed claims of an issuance at the levels at which the frame has members. */
  readonly levels: readonly FrameLevel[];
}

interface Level {
  readonly schemas: readonly JsonObject[];
  readonly values: readonly Json[];
  readonly paths: readonly (readonly Json[])[];
}

interface Walk {
  readonly root: JsonObject | undefined;
  readonly errors: FieldError[];
  readonly unconfirmed: FramePath[];
  readonly levels: FrameLevel[];
}

const MAX_NAMED = 12;

/** Pure: compares each name of a frame with the schema, the static claims and the claim descriptions. */
export function checkFrameNames(frame: JsonObject, { schema, claims, paths }: DescribedClaims): FrameNames {
  const walk: Walk = { root: schema, errors: [], unconfirmed: [], levels: [] };
  checkLevel(frame, { schemas: schemasAt(schema, schema), values: [claims], paths }, [], walk);
  return { errors: walk.errors, unconfirmed: walk.unconfirmed, levels: walk.levels };
}

/**
 * Pure: whether undescribed claims match the frame. If a claim of the frame is missing and the claims contain another
 * that the frame does not have, the name is treated as an error.
 * @returns the first claim that would be always disclosed by accident, with its pointer from the claims
 */
export function findClaimInPlain(
  frame: JsonObject,
  unconfirmed: readonly FramePath[],
  claims: JsonObject,
): FieldError | undefined {
  for (const path of unconfirmed) {
    const name = path.at(-1) ?? '';
    const above = path.slice(0, -1);
    const level = above.reduce<Json | undefined>(memberOf, claims);
    if (!isObject(level) || Object.hasOwn(level, name)) continue;
    const named = above.reduce<Json | undefined>(memberOf, frame);
    const listed = isObject(named) ? namesOf(named).map(([one]) => one) : [];
    const plain = Object.keys(level).find((one) => !listed.includes(one));
    if (plain === undefined) continue;
    const detail = `would not be disclosable: the disclosureFrame names ${printable(name)}, which these claims do not have`;
    return { pointer: pointerOf([...above, plain]), detail };
  }
  return undefined;
}

function checkLevel(frame: JsonObject, level: Level, above: FramePath, walk: Walk): void {
  const known = knownNames(level);
  const allowed = allowedMembers(frame, level, known);
  if (allowed !== undefined) walk.levels.push({ path: above, ...allowed });
  for (const [name, pointer, nested] of namesOf(frame)) {
    const path = [...above, name];
    if (known === undefined) walk.unconfirmed.push(path);
    else if (!known.has(name)) {
      walk.errors.push({ pointer: `${pointerOf(above)}${pointer}`, detail: unknownName(name, known) });
      continue;
    }
    if (isObject(nested)) checkLevel(nested, below(level, name, walk.root), path, walk);
  }
}

/** Names of a frame, listed and nested, with pointers and nested frames; array positions are not names. */
function namesOf(frame: JsonObject): readonly [name: string, pointer: string, nested: Json | undefined][] {
  const listed = own(frame, '_sd');
  const names = Array.isArray(listed) ? listed : [];
  const nested = Object.entries(frame).filter(([name]) => name !== '_sd' && name !== '_sd_decoy');
  return [
    ...names.flatMap((name: Json, index): [string, string, undefined][] =>
      typeof name === 'string' ? [[name, `/_sd/${index}`, undefined]] : [],
    ),
    ...nested.map(([name, value]): [string, string, Json | undefined] => [name, `/${escapePointer(name)}`, value]),
  ];
}

/**
 * Members that an issuance's claims may have at a level at which the frame has some: the described ones, or the frame's
 * positions. `"additionalProperties": true` allows others, which are always disclosed.
 */
function allowedMembers(
  frame: JsonObject,
  { schemas }: Level,
  known: ReadonlySet<string> | undefined,
): Pick<FrameLevel, 'names' | 'positions'> | undefined {
  const listed = own(frame, '_sd');
  if (!Array.isArray(listed) || listed.length === 0) return undefined;
  if (typeof listed[0] === 'number') return { positions: Math.max(...listed.map(Number)) + 1 };
  const free = schemas.some(({ additionalProperties }) => additionalProperties === true);
  return known === undefined || free ? undefined : { names: known };
}

/** Undefined if no description lists the names, or names are free (`patternProperties` and similar). */
function knownNames({ schemas, values, paths }: Level): ReadonlySet<string> | undefined {
  const free = ['patternProperties', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'];
  if (schemas.some((schema) => free.some((keyword) => isObject(schema[keyword])))) return undefined;
  const names = new Set<string>();
  for (const { properties } of schemas)
    if (isObject(properties)) for (const name of Object.keys(properties)) names.add(name);
  for (const value of values) if (isObject(value)) for (const name of Object.keys(value)) names.add(name);
  for (const [head] of paths) if (typeof head === 'string') names.add(head);
  // The number of positions of an array depends on the claims.
  if (schemas.some(({ items, prefixItems }) => isObject(items) || prefixItems !== undefined)) return undefined;
  return values.some(Array.isArray) || names.size === 0 ? undefined : names;
}

function below({ schemas, values, paths }: Level, name: string, root: JsonObject | undefined): Level {
  return {
    schemas: schemas.flatMap((schema) => [
      ...(isObject(schema.properties) ? schemasAt(own(schema.properties, name), root) : []),
      ...(/^\d+$/.test(name) ? schemasAt(schema.items, root) : []),
    ]),
    values: values.flatMap((value) => memberOf(value, name) ?? []),
    paths: paths.flatMap(([head, ...rest]) => (head === name || head === null ? [rest] : [])),
  };
}

function unknownName(name: string, known: ReadonlySet<string>): string {
  const some = [...known].slice(0, MAX_NAMED).map(printable).join(', ');
  const more = known.size > MAX_NAMED ? `, and ${known.size - MAX_NAMED} more` : '';
  return `There is no claim ${printable(name)}: schema, claims and credential_metadata contain ${some}${more}`;
}

function printable(name: string): string {
  return name.slice(0, 64).replaceAll(/[^\x20-\x7e]|["\\]/g, '?');
}
