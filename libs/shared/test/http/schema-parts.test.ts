import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choice, closed, exampleOf, open, text } from '../../src/http/schema-parts.ts';

test('a closed object refuses unknown members, an open one does not', () => {
  assert.deepEqual(closed('Thing', ['id'], { id: text }), {
    title: 'Thing',
    type: 'object',
    required: ['id'],
    properties: { id: text },
    additionalProperties: false,
  });
  assert.equal('additionalProperties' in open('Thing', ['id'], { id: text }), false);
});

test('no empty list of required members: JSON Schema draft 4, which OpenAPI 3.0 follows, forbids it', () => {
  assert.equal('required' in open('Thing', [], { id: text }), false);
  assert.equal('required' in closed('Thing', [], { id: text }), false);
});

test('description and example are part of the schema', () => {
  const schema = open('Thing', [], { id: text }, { description: 'A thing', example: { id: 'a' } });
  assert.equal(schema.description, 'A thing');
  assert.deepEqual(exampleOf(schema), { id: 'a' });
  assert.equal(exampleOf(open('Thing', [], {})), undefined);
});

test('a choice is a named list of texts', () => {
  assert.deepEqual(choice('Colour', ['red'], 'Of a thing'), {
    title: 'Colour',
    type: 'string',
    enum: ['red'],
    description: 'Of a thing',
  });
});
