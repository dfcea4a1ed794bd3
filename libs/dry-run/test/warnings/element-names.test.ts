import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementPaths, mayHaveElement } from '../../src/warnings/element-names.ts';

const SPACE = 'org.iso.18013.5.1';
const configuration = {
  claims: { [SPACE]: { given_name: 'Erika' } },
  element_types: { [SPACE]: { given_name: 'text' }, 'org.example': { points: 'integer' } },
  schema: { properties: { [SPACE]: { properties: { family_name: { type: 'string' } } }, 'org.example': true } },
};

test('elements of claims, element types and schema, each once', () => {
  assert.deepEqual(elementPaths(configuration), [
    [SPACE, 'given_name'],
    ['org.example', 'points'],
    [SPACE, 'family_name'],
  ]);
  assert.deepEqual(elementPaths({}), []);
});

test('elements of a standard can be there in a namespace that the configuration has', () => {
  assert.ok(mayHaveElement(configuration, [SPACE, 'family_name']));
  assert.ok(mayHaveElement(configuration, [SPACE, 'age_over_21']));
  assert.ok(!mayHaveElement(configuration, [SPACE, 'nickname']));
  assert.ok(!mayHaveElement(configuration, ['org.example', 'given_name']));
  assert.ok(!mayHaveElement({ claims: { 'org.example': {} } }, [SPACE, 'given_name']));
  assert.ok(!mayHaveElement(configuration, [SPACE]));
});
