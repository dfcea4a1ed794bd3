import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayBodySchema } from '../../src/configuration-documents/display.ts';
import { exampleOf } from '../../src/http/schema-parts.ts';
import { compileSchema } from '../../src/http/validate.ts';

const pointers = (body: unknown): readonly string[] =>
  compileSchema(displayBodySchema)(body).map(({ pointer }) => pointer);

test('the example is valid', () => {
  assert.deepEqual(pointers(exampleOf(displayBodySchema)), []);
});

test('a display has an entry with a name, and no member that nobody reads', () => {
  assert.deepEqual(pointers({ entries: [] }), ['/entries']);
  assert.deepEqual(pointers({ entries: [{ name: '' }] }), ['/entries/0/name']);
  assert.deepEqual(pointers({ entries: [{ name: 'A', colour: '#fff' }] }), ['/entries/0/colour']);
});
