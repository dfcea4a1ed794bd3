import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '@countersign/shared/kernel/json';
import { displayFindings } from '../../../src/configuration/display/display-findings.ts';

const context = { issuer: 'https://h.example/t', imageExists: (file: string) => file === 'logo.svg' };

const pointers = (display: Json): string[] =>
  displayFindings(display, '/display', context).map(({ pointer }) => pointer);

test('a valid display', () => {
  const entry = {
    name: 'N',
    locale: 'en',
    description: 'D',
    background_color: '#1d3557',
    text_color: 'rgba(255, 255, 255, 0.9)',
    logo: { uri: 'https://h.example/t/public/logo.svg', url: 'https://elsewhere.example/x.png', alt_text: 'A' },
    background_image: { uri: 'data:image/png;base64,AA==' },
  };
  assert.deepEqual(pointers([entry]), []);
  assert.deepEqual(pointers([null, 'x']), []);
  assert.deepEqual(pointers({}), []);
});

for (const colour of ['#12', '#12345g', 'red', '1d3557', 'rgb(a)', '#1d3557;', '']) {
  test(`no colour: ${colour}`, () => {
    assert.deepEqual(pointers([{ text_color: colour, background_color: '#fff' }]), ['/display/0/text_color']);
  });
}

for (const file of ['none.svg', '../keys/x', '', 'Logo.svg']) {
  test(`no image: ${file}`, () => {
    const address = `https://h.example/t/public/${file}`;
    assert.deepEqual(pointers([{ logo: { uri: address } }, { background_image: { url: address } }]), [
      '/display/0/logo/uri',
      '/display/1/background_image/url',
    ]);
  });
}

test('unknown members of entries and images', () => {
  const display = [{ nam: 'N', logo: { url: 'https://x.example', altText: 'A' } }];
  assert.deepEqual(pointers(display), ['/display/0/nam', '/display/0/logo/altText']);
});
