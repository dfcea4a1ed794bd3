import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imageIn, nameSpacesIn, sizeIn } from '../../src/parts/image-text.ts';

test('a JPEG and a PNG are images, and nothing else is', () => {
  assert.equal(imageIn('_9j_4-_A'), 'data:image/jpeg;base64,/9j/4+/A');
  assert.equal(imageIn('iVBORw0KGgoAAA'), 'data:image/png;base64,iVBORw0KGgoAAA');
  for (const other of ['PHN2Zz4', '_9j_"><script>', '_9j_ 4', '', 7, null, `_9j_${'A'.repeat(4_000_000)}`])
    assert.equal(imageIn(other), undefined);
});

test('of other long bytes the size is known', () => {
  assert.equal(sizeIn('A'.repeat(400)), 300);
  for (const other of ['A'.repeat(199), `${'a b '.repeat(100)}`, 7]) assert.equal(sizeIn(other), undefined);
});

test('values are by namespace where every name is one and holds elements', () => {
  assert.deepEqual(nameSpacesIn({ 'org.iso.18013.5.1': { a: 1 } }), [['org.iso.18013.5.1', { a: 1 }]]);
  for (const other of [{}, { address: { street: 'A' } }, { 'a.b': {}, name: 'x' }, { 'a.b': [1] }, { 'a.b': null }])
    assert.equal(nameSpacesIn(other), undefined);
});
