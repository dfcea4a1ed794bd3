import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withImageUris } from '../../src/protocol/display.ts';

for (const value of [undefined, null, [], 'x', 5, { name: 'x' }]) {
  test(`no display: ${JSON.stringify(value)}`, () => {
    assert.equal(withImageUris(value), undefined);
  });
}

const cases: readonly [name: string, image: object, result: object][] = [
  ['uri alone', { uri: 'https://a/1', alt_text: 'A' }, { uri: 'https://a/1', url: 'https://a/1', alt_text: 'A' }],
  ['url alone', { url: 'https://a/2' }, { uri: 'https://a/2', url: 'https://a/2' }],
  ['both, kept as they are', { uri: 'https://a/1', url: 'https://a/2' }, { uri: 'https://a/1', url: 'https://a/2' }],
  ['neither', { alt_text: 'A' }, { alt_text: 'A' }],
];

for (const member of ['logo', 'background_image']) {
  for (const [name, image, result] of cases) {
    test(`${member} with ${name}`, () => {
      const display = [{ name: 'Pass', locale: 'de', [member]: { ...image } }];
      const before = structuredClone(display);
      assert.deepEqual(withImageUris(display), [{ name: 'Pass', locale: 'de', [member]: result }]);
      assert.deepEqual(display, before, 'the input stays');
    });
  }
}

test('every entry stays, in order, and other members are not touched', () => {
  const display = [
    { name: 'Pass', locale: 'en', text_color: '#fff', logo: { uri: 'https://a/1' } },
    { name: 'Ausweis', locale: 'de', logo: 'https://a/1' },
  ];
  assert.deepEqual(withImageUris(display), [
    { name: 'Pass', locale: 'en', text_color: '#fff', logo: { uri: 'https://a/1', url: 'https://a/1' } },
    { name: 'Ausweis', locale: 'de', logo: 'https://a/1' },
  ]);
});

test('entries that are no objects are left out', () => {
  assert.deepEqual(withImageUris(['x', null, { name: 'Pass' }]), [{ name: 'Pass' }]);
});
