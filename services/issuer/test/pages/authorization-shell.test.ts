import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardMarkup, declineMarkup, filled, sheetMarkup } from '../../src/pages/authorization-shell.ts';

const subject = { language: 'en', brand: { name: 'A & B' }, coming: { name: 'Card <1>' } } as const;

test('the sheet stands in main with its attributes', () => {
  assert.equal(sheetMarkup('class="x"', 'c'), '<main class="x">\n<div class="sheet">\nc\n</div>\n</main>');
  assert.ok(sheetMarkup('', 'c').startsWith('<main>'));
});

test('names are escaped in markup, and filled into texts as they are', () => {
  assert.ok(cardMarkup(subject).includes('Card &#60;1&#62;'));
  assert.ok(declineMarkup(subject, '/a"b').includes('href="/a&#34;b"'));
  assert.equal(filled('{issuer}: {credential} {other}', subject), 'A & B: Card <1> {other}');
});

test('a credential without a name has a general one', () => {
  assert.ok(filled('{credential}', { ...subject, coming: {} }).length > 0);
});
