import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeHtml, page } from '../../src/pages/page.ts';
import { readMarkup } from './markup.ts';

const given = {
  language: 'en',
  title: 'Title',
  brand: { name: 'Issuer' },
  main: '<main><h1>Hello</h1></main>',
} as const;

test('the page is well-formed, names its language and shows the brand', () => {
  const logo = { src: '/public/logo.svg', alt: 'A seal' };
  const { html } = page({ ...given, language: 'de', brand: { name: 'Amt', logo, accent: '#123456' } });
  const { elements, text } = readMarkup(html.replace(/<style>[\s\S]*<\/style>/, ''));
  assert.equal(elements[0]?.attributes.lang, 'de');
  assert.deepEqual(elements.find(({ name }) => name === 'img')?.attributes, logo);
  assert.ok(text.includes('Amt') && text.includes('Title'));
  assert.match(html, /--accent: #123456/);
});

test('the policy allows the style of just this page, images of this server, and a script only where there is one', () => {
  const { html, headers } = page(given);
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  assert.equal(
    headers['content-security-policy'],
    `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'`,
  );
  const { headers: leading } = page({ ...given, leadsAway: true });
  assert.doesNotMatch(leading['content-security-policy'] ?? '', /form-action/);
  const { headers: scripted } = page({ ...given, script: true });
  assert.match(scripted['content-security-policy'] ?? '', /script-src 'self'; connect-src 'self';/);
  assert.equal(headers['cache-control'], 'no-store');
  assert.ok(!/https?:|url\(|@import/.test(style), 'nothing from elsewhere');
});

test('no text of a title or a brand becomes markup, no accent becomes style', () => {
  const names = (html: string): readonly string[] =>
    readMarkup(html.replace(/<style>[\s\S]*?<\/style>/, '')).elements.map(({ name }) => name);
  const logo = { src: '/x', alt: '' };
  const plain = names(page({ ...given, brand: { name: 'x', logo } }).html);
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (title, name, alt) => {
      const hostile = { name: `<b>"${name}`, logo: { src: `/x"><i>${alt}`, alt: `"${alt}` } };
      assert.deepEqual(names(page({ ...given, title: `</title>${title}`, brand: hostile }).html), plain);
    }),
    { seed: 5 },
  );
  assert.equal(
    page({ ...given, brand: { name: 'x', accent: 'red;}</style><script>' } }).html.includes('<script'),
    false,
  );
  assert.equal(escapeHtml(`<a href="x">'&`), '&#60;a href=&#34;x&#34;&#62;&#39;&#38;');
});
