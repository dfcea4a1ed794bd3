import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find } from '../../src/browser/find.ts';

const long = `${'word '.repeat(60)}needle ${'word '.repeat(60)}`;
const index = [
  { page: 'a.html', title: 'Keys', sections: [['keys', 'Keys', ''] as const, ['rotate', 'Rotate', long] as const] },
  { page: 'b.html', title: 'Offers', sections: [['offers', 'Offers', 'keys and needle'] as const] },
];

test('a section has every word; a heading counts more than a text', () => {
  assert.deepEqual(
    find(index, ' KEYS ').map(({ href }) => href),
    ['a.html', 'a.html#rotate', 'b.html'],
  );
  assert.deepEqual(
    find(index, 'needle offers').map(({ href }) => href),
    ['b.html'],
  );
  assert.deepEqual(find(index, '  '), []);
});

test('the excerpt is around the word', () => {
  const [first] = find(index, 'needle rotate');
  assert.match(first?.excerpt ?? '', /^… word .*needle word .* …$/);
  assert.ok((first?.excerpt.length ?? 0) < 180);
});
