/** Completes a schema with a sample: members that it leaves open become fields for the sample's members. Pure. */
import { isRecord } from '../records.ts';
import type { Json, Schema } from './form-node.ts';
import { encodingOf } from './image-draft.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
/** Deeper samples stay open. */
const MAX_DEPTH = 6;

/** @param schema undefined if a configuration has no schema: only the sample is known */
export function withSample(schema: unknown, sample: Json | undefined, depth = 0): unknown {
  if (sample === undefined || depth > MAX_DEPTH) return schema;
  if (!isRecord(schema)) return schema === undefined || schema === true ? schemaOf(sample, depth) : schema;
  if (Array.isArray(sample)) {
    const items = withSample(schema.items, sample[0] as Json | undefined, depth + 1);
    return schema.type === 'array' && items !== undefined ? { ...schema, items } : schema;
  }
  if (typeof sample === 'object' && sample !== null) return withMembers(schema, sample, depth);
  return isPlainText(schema) && typeof sample === 'string' ? { ...schema, ...rulesOf(sample) } : schema;
}

/** If the schema has its own members, members that only the sample has do not become fields. */
function withMembers(schema: Schema, sample: object, depth: number): Schema {
  const open = !isRecord(schema.properties);
  const isObject = schema.type === 'object' || schema.type === undefined;
  if (!isObject || (open && (isRecord(schema.additionalProperties) || Object.keys(schema).some(isRule)))) return schema;
  const known = open
    ? Object.fromEntries(Object.keys(sample).map((name) => [name, true]))
    : (schema.properties as Schema);
  const of = new Map<string, Json>(Object.entries(sample));
  const properties = Object.entries(known).map(([name, member]) => [name, withSample(member, of.get(name), depth + 1)]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** A schema with its own rule is not open. */
function isRule(keyword: string): boolean {
  return !['type', 'title', 'description', 'additionalProperties', '$schema', '$id'].includes(keyword);
}

function schemaOf(sample: Json, depth: number): unknown {
  if (Array.isArray(sample)) return sample.length === 0 ? true : withSample({ type: 'array' }, sample, depth);
  if (typeof sample === 'object' && sample !== null) return withSample({ type: 'object' }, sample, depth);
  if (sample === null) return true;
  return withSample({ type: typeof sample }, sample, depth);
}

/** Its own rules say more than a sample. */
function isPlainText(schema: Schema): boolean {
  const rules = ['format', 'pattern', 'enum', 'contentMediaType', 'contentEncoding'];
  return schema.type === 'string' && rules.every((rule) => schema[rule] === undefined);
}

/** What a sample shows about its text: a date, or an image. */
function rulesOf(sample: string): Schema {
  if (DAY.test(sample)) return { format: 'date' };
  const encoding = encodingOf(sample);
  if (encoding === undefined) return {};
  return { contentMediaType: 'image/jpeg', ...(encoding === 'data' ? {} : { contentEncoding: encoding }) };
}
