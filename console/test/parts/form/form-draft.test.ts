import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Draft, draftOf, isShownBy, pointerOf, readDraft, withDraft } from '../../../src/parts/form/form-draft.ts';
import { formOf, type Json } from '../../../src/parts/form/form-node.ts';

const form = formOf({
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 4 },
    size: { type: 'number', minimum: 1, maximum: 3 },
    count: { type: 'integer' },
    open: { type: 'boolean' },
    level: { enum: ['a', 2] },
    degree: { type: 'object', properties: { type: { type: 'string' }, year: { type: 'integer' } }, required: ['type'] },
    honours: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2 },
    free: { type: 'object' },
  },
  required: ['name', 'degree'],
});

const whole: Json = {
  name: 'Eri',
  size: 2.5,
  count: 3,
  open: false,
  level: 2,
  honours: ['x', 'y'],
  degree: { type: 'MSc', year: 2010 },
  free: { a: [1] },
};

const read = (changes: readonly (readonly [path: (string | number)[], draft: Draft])[], value: Json = whole) =>
  readDraft(
    form,
    changes.reduce<Draft>((draft, [path, next]) => withDraft(draft, path, next), draftOf(form, value)),
  );

test('a value becomes a draft and comes back as it was; a draft never changes the one before', () => {
  const draft = draftOf(form, whole);
  assert.deepEqual(readDraft(form, draft), { value: whole, mistakes: [] });
  const copy = structuredClone(draft);
  withDraft(draft, ['degree', 'type'], 'BSc');
  assert.deepEqual(draft, copy);
  assert.deepEqual(read([[['honours', 1], 'z']]).value, { ...whole, honours: ['x', 'z'] });
});

test('what is empty is left out; what is needed is said at its field', () => {
  const value = { name: 'Eri', degree: { type: 'MSc' } };
  assert.deepEqual(read([], value), { value, mistakes: [] });
  assert.deepEqual(read([], {}).mistakes, [
    { pointer: '/name', rule: 'required' },
    { pointer: '/degree', rule: 'required' },
  ]);
  assert.deepEqual(read([[['degree', 'year'], '2010']], { name: 'Eri' }).mistakes, [
    { pointer: '/degree/type', rule: 'required' },
  ]);
  assert.deepEqual(read([[['honours'], ['']]], value).mistakes, [{ pointer: '/honours/0', rule: 'required' }]);
});

for (const [path, text, rule, bound] of [
  [['name'], 'E', 'longer', 2],
  [['name'], 'Erika', 'shorter', 4],
  [['size'], 'two', 'number', undefined],
  [['size'], '1e999', 'number', undefined],
  [['size'], '0', 'least', 1],
  [['size'], '4', 'most', 3],
  [['count'], '1.5', 'integer', undefined],
  [['free'], '{', 'json', undefined],
  [['honours'], ['a', 'b', 'c'], 'fewer', 2],
] as const) {
  test(`${path.join('.')} with ${JSON.stringify(text)}: ${rule}`, () => {
    const expected = { pointer: pointerOf(path), rule, ...(bound === undefined ? {} : { bound }) };
    assert.deepEqual(read([[[...path], text]]).mistakes, [expected]);
  });
}

test('characters are counted, not UTF-16 units; -0.5 and 1e0 are numbers', () => {
  assert.deepEqual(read([[['name'], '🙂🙂🙂🙂']]).mistakes, []);
  const [minus] = read([[['count'], '-5']]).mistakes;
  assert.equal(minus, undefined);
  assert.deepEqual(read([[['size'], '1e0']]).mistakes, []);
});

test('pointers escape ~ and /', () => {
  assert.equal(pointerOf(['a/b', 0, 'c~d']), '/a~1b/0/c~0d');
});

test('a value with members that the form has no field for, or of another type, is not shown by it', () => {
  assert.equal(isShownBy(form, whole), true);
  assert.equal(isShownBy(form, { ...(whole as object), extra: 1 } as Json), false);
  assert.equal(isShownBy(form, { ...(whole as object), degree: { type: 'MSc', more: 1 } } as Json), false);
  assert.equal(isShownBy(form, { ...(whole as object), name: { first: 'E' } } as Json), false);
  assert.equal(isShownBy(form, { ...(whole as object), level: 'z' } as Json), false);
});
