import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageName, offeredLanguages } from '../../../../src/pages/configurations/form/language-names.ts';
import * as languages from '../../../../src/pages/configurations/form/languages.ts';
import { recordOf } from '../../../../src/parts/records.ts';

const document = {
  config: {
    display: [{ name: 'Card', locale: 'en', background_color: '#000000', logo: { uri: 'a', alt_text: 'A' }, other: 1 }],
    credential_metadata: { claims: [{ path: ['a'], display: [{ name: 'A', locale: 'en' }] }] },
  },
};

test('a new language has the colours and images of the first, and is removed with the labels in it', () => {
  const added = languages.addLanguage(document, 'de');
  assert.deepEqual(languages.languagesOf(added), ['en', 'de']);
  assert.deepEqual(languages.displayEntries(added)[1], {
    name: '',
    locale: 'de',
    background_color: '#000000',
    logo: { uri: 'a', alt_text: 'A' },
  });
  assert.deepEqual(languages.removeLanguage(added, 'de'), document);
  const without = languages.removeLanguage(added, 'en');
  assert.deepEqual(recordOf(recordOf(without.config).credential_metadata).claims, [{ path: ['a'] }]);
});

test('colours and images of all languages at once, or of each if they differ', () => {
  const both = languages.addLanguage(document, 'de');
  const set = languages.setImage(languages.setColour(both, [0, 1], 'text_color', '#ffffff'), [0, 1], 'logo', 'b');
  assert.ok(languages.areShared(set));
  assert.deepEqual(
    languages.displayEntries(set).map(({ text_color: text, logo }) => [text, logo]),
    [
      ['#ffffff', { uri: 'b', alt_text: 'A' }],
      ['#ffffff', { uri: 'b', alt_text: 'A' }],
    ],
  );
  const cleared = languages.setImage(languages.setColour(set, [1], 'text_color', ''), [1], 'logo', '');
  assert.ok(!languages.areShared(cleared));
  assert.deepEqual(Object.keys(languages.displayEntries(cleared)[1] ?? {}), ['name', 'locale', 'background_color']);
});

test('languages have names, and those of the document are not offered again', () => {
  assert.equal(languageName('de', 'en'), 'German');
  assert.equal(languageName('not a tag', 'en'), 'not a tag');
  assert.ok(!offeredLanguages(['de'], 'en').some(({ value }) => value === 'de'));
});
