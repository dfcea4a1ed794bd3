import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardStyle, DEFAULT_ACCENT, pageStyle } from '../../src/pages/page-style.ts';

test('a tenant without an accent colour, or with one that is none, has the default', () => {
  for (const accent of [undefined, 'blue', '#12']) assert.ok(pageStyle(accent).includes(`--accent: ${DEFAULT_ACCENT}`));
});

test('rules of the page come after those of all pages', () => {
  const style = pageStyle('#0b6e4f', 'h1 { color: red; }');
  assert.ok(style.endsWith('h1 { color: red; }') && style.includes('--accent: #0b6e4f'));
});

test('a card has the colours of its credential where they are colours', () => {
  assert.equal(
    cardStyle('#0b6e4f', '#fff'),
    '.card { background: #0b6e4f; color: #fff; border-color: transparent; }\n',
  );
  assert.match(cardStyle('#ffffff', '#eeeeee'), /color: #000000/);
  assert.match(cardStyle('#000', 'nonsense'), /color: #ffffff/);
  for (const none of [undefined, 7, 'red', '#fff}</style>']) assert.equal(cardStyle(none, '#fff'), '');
});
