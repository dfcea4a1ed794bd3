/** The document in the editor: its content, and its errors at their lines. Pure. */
import type { FieldFinding } from '../../api/problem.ts';
import { type Schema, type SchemaFinding, schemaFindings } from './json-schema.ts';
import { lineOf, placeOf, type ReadJson, readJson } from './read-json.ts';

export interface Mistake {
  /** JSON pointer; undefined if the text is not valid JSON. */
  readonly pointer?: string;
  /** From 1. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly what: { readonly kind: 'syntax' } | SchemaFinding | { readonly kind: 'server'; readonly detail: string };
}

export interface Review {
  /** Undefined if the text is not valid JSON. */
  readonly value?: unknown;
  readonly mistakes: readonly Mistake[];
}

export interface ReviewOptions {
  readonly schema?: Schema | undefined;
  /** The server's errors for this text. */
  readonly refused: readonly FieldFinding[];
}

export function reviewText(text: string, { schema, refused }: ReviewOptions): Review {
  const read = readJson(text);
  if (read.error !== undefined) {
    const { at } = read.error;
    const mistake = {
      line: lineOf(text, at),
      from: at,
      to: Math.min(at + 1, text.length),
      what: { kind: 'syntax' } as const,
    };
    return { mistakes: [mistake] };
  }
  const found = schema === undefined ? [] : schemaFindings(schema, read.value);
  const ofServer = refused.map(({ pointer, detail }) => ({ pointer, what: { kind: 'server', detail } as const }));
  const all = [...ofServer, ...found.map((what) => ({ pointer: what.pointer, what }))];
  return {
    value: read.value,
    mistakes: oncePerPlace(all)
      .map(({ pointer, what }) => ({ pointer, ...placed(text, read, pointer, isUnknown(what)), what }))
      .toSorted((a, b) => a.from - b.from),
  };
}

/** What the server and the schema find at one place is one mistake. */
function oncePerPlace<T extends { readonly pointer: string }>(all: readonly T[]): readonly T[] {
  return all.filter(({ pointer }, index) => all.findIndex((one) => one.pointer === pointer) === index);
}

function isUnknown(what: Mistake['what']): boolean {
  return 'rule' in what && what.rule === 'unknown';
}

/** An object is marked at its name or its bracket: as a whole it would be most of the text. */
function placed(text: string, { places }: ReadJson, pointer: string, atName: boolean) {
  const place = placeOf(places, pointer) ?? { from: 0, to: text.length };
  const isLarge = text.slice(place.from, place.to).includes('\n');
  const marked = (atName || isLarge) && place.key !== undefined ? place.key : place;
  const to = isLarge && marked === place ? place.from + 1 : marked.to;
  return { line: lineOf(text, marked.from), from: marked.from, to };
}

/** Turns the schema of a file into the schema of an API document, which contains its id. */
export function withId(schema: Schema): Schema {
  const properties = {
    ...(schema.properties as object),
    id: { type: 'string', minLength: 1, description: 'Id of the configuration', ...idOf(schema) },
  };
  const required = Array.isArray(schema.required) ? schema.required : [];
  return { ...schema, properties, required: ['id', ...required] };
}

/** A file may leave its id out, because its name is the id. */
function idOf({ properties }: Schema): object {
  const { id } = (properties ?? {}) as { readonly id?: object };
  return id ?? {};
}

/** A configuration of the list as a document to edit: without what the list adds. */
export function writtenOf(listed: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { source: _, error: __, findings: ___, createdAt: ____, updatedAt: _____, ...written } = listed;
  return written;
}
