import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Schema } from '../../../src/pages/configurations/json-schema.ts';
import { reviewText, withId, writtenOf } from '../../../src/pages/configurations/review.ts';

const read = (name: string): Schema =>
  withId(
    JSON.parse(readFileSync(new URL(`../../../../../docs/reference/schemas/${name}.json`, import.meta.url), 'utf8')),
  );
const schema = read('issuance');

test('a mistake stands at its line: a value, an unknown name, a text that is no JSON', () => {
  const text = '{\n  "id": "a",\n  "lifetime": "x",\n  "typo": {\n    "a": 1\n  }\n}';
  const { mistakes, value } = reviewText(text, { schema: { ...schema, required: [] }, refused: [] });
  assert.deepEqual((value as { id: string }).id, 'a');
  assert.deepEqual(
    mistakes.map(({ line, from, to }) => [line, text.slice(from, to)]),
    [
      [3, '"x"'],
      [4, '"typo"'],
    ],
  );
  const broken = reviewText('{\n"a": 1,\n}', { schema, refused: [] });
  assert.deepEqual(
    [broken.value, broken.mistakes[0]?.line, broken.mistakes[0]?.what],
    [undefined, 3, { kind: 'syntax' }],
  );
});

test('what the server refused stands at its pointer, or at the value around it', () => {
  const text = '{\n  "a": {\n    "b": 1\n  }\n}';
  const { mistakes } = reviewText(text, { refused: [{ pointer: '/a/none', detail: 'is missing' }] });
  assert.deepEqual([mistakes[0]?.line, mistakes[0]?.what], [2, { kind: 'server', detail: 'is missing' }]);
  assert.equal(text.slice(mistakes[0]?.from, mistakes[0]?.to), '"a"');
});

test('a document to edit has what was written, and the schema asks for its id', () => {
  const listed = { id: 'a', claims: {}, source: 'api', createdAt: 'x', updatedAt: 'y', findings: [], error: [] };
  assert.deepEqual(writtenOf(listed), { id: 'a', claims: {} });
  const { mistakes } = reviewText('{}', { schema, refused: [] });
  assert.ok(mistakes.some(({ what }) => 'rule' in what && what.rule === 'required' && what.expected === 'id'));
});
