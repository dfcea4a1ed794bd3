import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementTypesOf, namedElements } from '../../src/configuration-documents/mdoc-members.ts';

test('elements are named by claims, types and schema, and by nothing else', () => {
  const configuration = {
    config: { credential_metadata: { claims: [{ path: ['n', 'described'] }] } },
    claims: { n: { a: 1 }, other: 7 },
    element_types: { n: { a: 'text', b: 'full-date' } },
    schema: { properties: { n: { properties: { c: {} } }, m: true } },
  };
  assert.deepEqual(namedElements(configuration), [
    ['n', ['a']],
    ['other', []],
    ['n', ['a', 'b']],
    ['n', ['c']],
    ['m', []],
  ]);
  assert.deepEqual(namedElements({}), []);
});

test('types are found by namespace and element', () => {
  const types = elementTypesOf({ element_types: { n: { b: 'full-date' } } });
  assert.deepEqual(
    [types.get('n')?.get('b'), types.get('n')?.get('a'), types.get('m')],
    ['full-date', undefined, undefined],
  );
  assert.equal(elementTypesOf({}).size, 0);
});
