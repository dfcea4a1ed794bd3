import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chosenImage,
  draftOf,
  type EntryDraft,
  entryOf,
  previewOf,
  withoutLogo,
} from '../../../src/pages/keys/display-draft.ts';

const entry = {
  name: 'Museum',
  locale: 'en',
  accent_color: '#fff',
  description: 'kept',
  logo: { uri: '<PUBLIC_URL>/public/logo.svg', alt_text: 'A vase' },
};

test('what the form does not change stays', () => {
  assert.deepEqual(entryOf(draftOf(entry)), entry);
  assert.deepEqual(entryOf({ ...draftOf(entry), locale: ' ', accent: '', alt: '' }), {
    name: 'Museum',
    description: 'kept',
    logo: { uri: '<PUBLIC_URL>/public/logo.svg' },
  });
  assert.deepEqual(entryOf({ ...draftOf({}), name: ' New ' }), { name: 'New' });
});

test('a chosen file becomes the logo, and a removed one is gone', () => {
  const chosen = chosenImage('My Logo.PNG', Buffer.from([0x89, 0x50, 0xff]));
  assert.deepEqual(chosen, { file: 'My-Logo.png', type: 'image/png', data: 'iVD/' });
  const draft: EntryDraft = { ...draftOf(entry), chosen };
  assert.deepEqual(entryOf(draft).logo, { uri: '<PUBLIC_URL>/public/My-Logo.png', alt_text: 'A vase' });
  assert.equal(entryOf(withoutLogo(draft)).logo, undefined);
});

test('a name of a file becomes one that the interface takes', () => {
  const named = (name: string): string => chosenImage(name, new Uint8Array()).file;
  assert.deepEqual(['../Größe (1).svg', '.jpeg', `${'x'.repeat(90)}.jpg`].map(named), [
    'Gr-e-1-.svg',
    'logo.jpeg',
    `${'x'.repeat(60)}.jpg`,
  ]);
});

test('the preview is the chosen file or an image of this server, and never one of others', () => {
  const images = [{ file: 'logo.svg', uri: 'https://h.example/base/museum/public/logo.svg' }];
  const of = (uri: string) => previewOf(draftOf({ name: 'N', logo: { uri } }), images);
  assert.equal(of('<PUBLIC_URL>/public/logo.svg'), '/base/museum/public/logo.svg');
  assert.equal(of('https://h.example/base/museum/public/logo.svg'), '/base/museum/public/logo.svg');
  assert.equal(of('data:image/png;base64,AAAA'), 'data:image/png;base64,AAAA');
  assert.equal(of('https://elsewhere.example/logo.svg'), undefined);
  assert.equal(of('javascript:alert(1)'), undefined);
  const chosen = chosenImage('a.svg', Buffer.from('<svg/>'));
  assert.equal(previewOf({ ...draftOf({}), chosen }, images), 'data:image/svg+xml;base64,PHN2Zy8+');
});
