import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choice, closed, documented, freeObject, open, text, texts } from '../../src/http/schema-parts.ts';
import type { Static } from '../../src/http/static-type.ts';
import { compileSchema } from '../../src/http/validate.ts';
import type { JsonObject } from '../../src/kernel/json.ts';

const part = { type: 'integer', minimum: 1 } as const;
const thing = closed('Thing', ['id', 'kind'], {
  id: { ...text, maxLength: 9, description: 'Of the thing' },
  kind: choice('Kind', ['small', 'large'], 'How large it is'),
  names: texts,
  parts: { type: 'object', additionalProperties: part },
  extra: documented(freeObject, { minProperties: 1 }),
  form: { anyOf: [{ type: 'boolean', const: true }, open('Form', ['size'], { size: part })] },
  rest: { description: 'Anything' },
});
type Thing = Static<typeof thing>;

/** True only if the two types are equal. */
type Same<A, B> = [A, B] extends [B, A] ? true : false;

test('the static type has what the schema has, and only required members are always there', () => {
  const same: Same<
    Pick<Thing, 'id' | 'kind' | 'names' | 'parts' | 'extra' | 'form'>,
    {
      readonly id: string;
      readonly kind: 'small' | 'large';
      readonly names?: readonly string[];
      readonly parts?: { readonly [name: string]: number };
      readonly extra?: JsonObject;
      readonly form?: true | { readonly size: number };
    }
  > = true;
  assert.ok(same);
});

test('a value of the type is valid, and one that the compiler refuses is not', () => {
  const check = compileSchema(thing);
  const whole: Thing = {
    id: 'a',
    kind: 'small',
    names: ['b'],
    parts: { c: 1 },
    extra: {},
    form: { size: 1 },
    rest: null,
  };
  const body: JsonObject = whole;
  assert.deepEqual(check(body), []);
  // @ts-expect-error: `kind` is required
  const incomplete: Thing = { id: 'a' };
  // @ts-expect-error: no such kind
  const other: Thing = { id: 'a', kind: 'medium' };
  // @ts-expect-error: no such member
  const more: Thing = { id: 'a', kind: 'small', colour: 'red' };
  // @ts-expect-error: a form is not a string
  const formless: Thing = { id: 'a', kind: 'small', form: 'long' };
  for (const value of [incomplete, other, more, formless]) assert.equal(check(value).length, 1);
});

test('a required member is one of the properties', () => {
  // @ts-expect-error: there is no property `name`
  const wrong = open('Thing', ['name'], { id: text });
  assert.deepEqual(wrong.required, ['name']);
});
