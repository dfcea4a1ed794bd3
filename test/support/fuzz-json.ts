/** Random and near-valid JSON, as text: values of the wrong type, odd keys, depth, and text that is almost JSON. */
import type { Json } from '@countersign/shared/kernel/json';
import fc from 'fast-check';

/** Values that often break programs. */
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e\u0301',
  '😀'.repeat(70),
  'ß',
  'a'.repeat(3000),
  '../../secret',
  '%00%2e%2e%2f',
  'null',
  '-1',
  '1e999',
  'http://127.0.0.1:1/',
  'javascript:alert(1)',
  '\'"\\\r\n',
  '{{constructor}}',
  '<svg onload=1>',
  '2026-99-99T99:99:99Z',
  'eyJhbGciOiJub25lIn0.e30.',
  'a.b.c',
  '..',
  '~',
];
const ODD_NUMBERS = [0, -0, -1, 0.5, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 31, -(2 ** 31) - 1, 999_999_999_999];
const ODD_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '$ne',
  '$where',
  '',
  'a.b',
  '\u0000',
];

export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

const oddKey = fc.oneof(fc.constantFrom(...ODD_KEYS), fc.string({ maxLength: 8 }));

export const oddValue: fc.Arbitrary<Json> = fc.oneof(
  oddText,
  fc.constantFrom<Json>(...ODD_NUMBERS, null, true, false, [], {}, [[]], [null], { a: { b: 1 } }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
  fc.dictionary(oddKey, oddText, { maxKeys: 3 }),
);

export interface Mutation {
  /** Which of the places of the value, counted from the innermost of its first member. */
  readonly place: number;
  readonly kind: 'replace' | 'remove' | 'add' | 'wrap' | 'deepen' | 'repeat' | 'bend';
  readonly key: string;
  readonly value: Json;
  readonly depth: number;
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat({ max: 200 }),
  kind: fc.constantFrom('replace', 'remove', 'add', 'wrap', 'deepen', 'repeat', 'bend'),
  key: oddKey,
  value: oddValue,
  depth: fc.constantFrom(2, 31, 33, 400),
});

/** Changes to the text of a serialized body. */
export type TextFault = 'none' | 'cut' | 'tail' | 'mark' | 'deep' | 'huge number' | 'twice' | 'bytes';

export const textFault: fc.Arbitrary<TextFault> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<TextFault>('none') },
  { weight: 1, arbitrary: fc.constantFrom<TextFault>('cut', 'tail', 'mark', 'deep', 'huge number', 'twice', 'bytes') },
);

export function faultyText(text: string, fault: TextFault): string | Buffer {
  switch (fault) {
    case 'none':
      return text;
    case 'cut':
      return text.slice(0, Math.floor(text.length / 2));
    case 'tail':
      return `${text}}`;
    case 'mark':
      return `\ufeff${text}`;
    case 'deep':
      return '[{"a":'.repeat(3000);
    case 'huge number':
      return text.replace(/:("[^"]*"|\d+)/, `:-${'9'.repeat(400)}e400`);
    case 'twice':
      return text.replace(/^\{("[^"]*":)/, '{$1null,$1');
    case 'bytes':
      return Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80])]);
  }
}

/** A value with mutations, one after the other, each at a different place. */
export function mutated(value: Json, mutations: readonly Mutation[]): Json {
  return mutations.reduce((present, step) => mutateAt(present, pathAt(present, step.place), step), value);
}

/** The path of a place; the whole value is the last of them. */
function pathAt(value: Json, place: number): readonly string[] {
  const paths = allPlaces(value, []);
  return paths[place % paths.length] ?? [];
}

function allPlaces(value: Json, path: readonly string[]): (readonly string[])[] {
  if (typeof value !== 'object' || value === null || path.length > 8) return [path];
  const children = Object.entries(value) as [string, Json][];
  return [...children.slice(0, 50).flatMap(([key, child]) => allPlaces(child, [...path, key])), path];
}

function mutateAt(value: Json, path: readonly string[], step: Mutation): Json {
  const [key, ...rest] = path;
  if (key === undefined) return changed(value, step);
  if (Array.isArray(value)) {
    return (value as readonly Json[]).flatMap((item, index) => {
      if (String(index) !== key) return [item];
      return step.kind === 'remove' && rest.length === 0 ? [] : [mutateAt(item, rest, step)];
    });
  }
  const entries = Object.entries(value as Record<string, Json>).flatMap(([name, item]): [string, Json][] => {
    if (name !== key) return [[name, item]];
    return step.kind === 'remove' && rest.length === 0 ? [] : [[name, mutateAt(item, rest, step)]];
  });
  return Object.fromEntries(entries);
}

function changed(value: Json, { kind, key, value: odd, depth }: Mutation): Json {
  switch (kind) {
    case 'replace':
      return odd;
    case 'remove':
      return null;
    case 'add':
      if (Array.isArray(value)) return [...(value as readonly Json[]), odd];
      return typeof value === 'object' && value !== null
        ? Object.fromEntries([...Object.entries(value as object), [key, odd]])
        : odd;
    case 'wrap':
      return [value];
    case 'deepen': {
      let deep: Json = value;
      for (let level = 0; level < depth; level += 1) deep = { [key]: deep };
      return deep;
    }
    case 'repeat':
      return Array.from({ length: Math.min(depth, 50) }, () => value);
    case 'bend':
      return typeof value === 'string' ? bent(value, depth, odd) : odd;
  }
}

/** A string that is almost right: a character more, less or different. */
function bent(text: string, where: number, odd: Json): string {
  const at = where % (text.length + 1);
  const more = typeof odd === 'string' ? odd : 'x';
  return `${text.slice(0, at)}${more}${text.slice(at + 1)}`;
}
