import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import { checkCredentialMetadata, checkDisplay, withImageUris } from '../../../src/configuration/display/display.ts';

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

test('every entry stays, in order, and other members are not changed', () => {
  const display = [
    { name: 'Pass', locale: 'en', text_color: '#fff', logo: { uri: 'https://a/1' } },
    { name: 'Ausweis', locale: 'de', logo: 'https://a/1' },
  ];
  assert.deepEqual(withImageUris(display), [
    { name: 'Pass', locale: 'en', text_color: '#fff', logo: { uri: 'https://a/1', url: 'https://a/1' } },
    { name: 'Ausweis', locale: 'de', logo: 'https://a/1' },
  ]);
});

test('entries that are no objects are omitted', () => {
  assert.deepEqual(withImageUris(['x', null, { name: 'Pass' }]), [{ name: 'Pass' }]);
});

const badDisplays: readonly [name: string, display: Json, pointers: readonly string[]][] = [
  ['no array', 'x', ['/display']],
  ['empty', [], ['/display']],
  ['an entry that is no object', ['x', null], ['/display/0', '/display/1']],
  ['no name', [{ locale: 'en' }], ['/display/0/name']],
  ['an empty name', [{ name: '' }], ['/display/0/name']],
  [
    'texts that are none',
    [{ name: 'a', description: 1, text_color: {} }],
    ['/display/0/description', '/display/0/text_color'],
  ],
  [
    'images that are none',
    [{ name: 'a', logo: 'x', background_image: {} }],
    ['/display/0/logo', '/display/0/background_image'],
  ],
  ['a locale that is none', [{ name: 'a', locale: 'deutsch!' }], ['/display/0/locale']],
  ['a locale as a number', [{ name: 'a', locale: 1 }], ['/display/0/locale']],
  [
    'a locale twice',
    [
      { name: 'a', locale: 'de' },
      { name: 'b', locale: 'DE' },
    ],
    ['/display/1/locale'],
  ],
];

for (const [name, display, pointers] of badDisplays) {
  test(`refused display: ${name}`, () => {
    const found = checkDisplay(display, '/display').map(({ pointer }) => pointer);
    assert.deepEqual(found.sort(), [...pointers].sort());
  });
}

test('a valid display passes', () => {
  const logo = { uri: 'https://h.example/l.svg', alt_text: 'Seal' };
  const display = [
    { name: 'A', locale: 'en', logo, background_image: { url: 'https://h.example/b.svg' }, text_color: '#fff' },
    { name: 'A', locale: 'de-AT' },
    { name: 'without a locale' },
  ];
  assert.deepEqual(checkDisplay(display, ''), []);
});

const badMetadata: readonly [name: string, metadata: Json, pointer: string][] = [
  ['no object', [], '/m'],
  ['display that is no array', { display: {} }, '/m/display'],
  ['claims that are no array', { claims: 'x' }, '/m/claims'],
  ['no claims', { claims: [] }, '/m/claims'],
  ['a claim without path', { claims: [{}] }, '/m/claims/0/path'],
  ['an empty path', { claims: [{ path: [] }] }, '/m/claims/0/path'],
  ['a path with a negative index', { claims: [{ path: [-1] }] }, '/m/claims/0/path'],
  ['a claim display without name', { claims: [{ path: ['a'], display: [{}] }] }, '/m/claims/0/display/0/name'],
];

for (const [name, metadata, pointer] of badMetadata) {
  test(`refused credential_metadata: ${name}`, () => {
    assert.deepEqual(
      checkCredentialMetadata(metadata, '/m').map((error) => error.pointer),
      [pointer],
    );
  });
}

test('credential_metadata may be absent', () => {
  assert.deepEqual(checkCredentialMetadata(undefined, '/m'), []);
});

test('the accent colour of the pages is checked, and is not in documents for wallets', () => {
  assert.deepEqual(checkDisplay([{ name: 'A', accent_color: '#0b6e4f' }], ''), []);
  assert.deepEqual(
    checkDisplay([{ name: 'A', accent_color: 'green' }], '').map(({ pointer }) => pointer),
    ['/0/accent_color'],
  );
  assert.deepEqual(withImageUris([{ name: 'A', accent_color: '#0b6e4f' }]), [{ name: 'A' }]);
});

test('a claim description has the mistakes of its path and of its display', () => {
  const found = checkCredentialMetadata({ claims: [{ path: [], display: [{}] }] }, '/m');
  assert.deepEqual(
    found.map(({ pointer }) => pointer),
    ['/m/claims/0/path', '/m/claims/0/display/0/name'],
  );
});
