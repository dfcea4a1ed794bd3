/**
 * The site of the real documents: each page is complete, each link on it points to a file of the site, and each anchor
 * to a heading.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { test } from 'node:test';
import { find, type IndexedPage } from '../src/browser/find.ts';
import { type Files, siteOf } from '../src/site.ts';

const DOCS = resolve(import.meta.dirname, '../../../docs');
const GIVEN = ['api.html', 'assets/site.css', 'assets/site.js', 'assets/theme.js', 'assets/icon.svg'];

function documents(): Files {
  const names = readdirSync(DOCS, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(DOCS, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(DOCS, name))]));
}

const source = documents();
const site = siteOf(source);
const pages = [...site].filter(([name]) => name.endsWith('.html') && !name.startsWith('examples/dc-api'));

function brokenOn(name: string, html: string, files: Files): readonly string[] {
  return [...html.matchAll(/(?:href|src)="([^"]*)"/g)].flatMap(([, address = '']) => {
    if (/^[a-z]+:/.test(address)) return [];
    const [path = '', anchor] = address.split('#');
    const target = path === '' ? name : posix.join(posix.dirname(name), path);
    const there = files.get(target);
    if (there === undefined && !GIVEN.includes(target)) return [`${name}: ${address}`];
    const found = anchor === undefined || anchor === '' || String(there).includes(`id="${decodeURIComponent(anchor)}"`);
    return found ? [] : [`${name}: ${address}`];
  });
}

test('each document is a page with its title, in the list of pages of its folder', () => {
  for (const path of source.keys()) {
    if (!path.endsWith('.md')) continue;
    const page = path === 'README.md' ? 'index.html' : path.replace(/\.md$/, '.html');
    const html = String(site.get(page));
    assert.match(html, /<h1 id="[^"]+">[^<]/, page);
    assert.equal(html.match(/<h1/g)?.length, 1, page);
  }
  assert.ok(pages.length > 120, String(pages.length));
  assert.match(String(site.get('how-to/keys.html')), /aria-current="page">Keys</);
});

test('each link and picture leads to a file of the site, and each anchor to a heading', () => {
  assert.deepEqual(
    pages.flatMap(([name, html]) => brokenOn(name, String(html), site)),
    [],
  );
  const bad = '<a href="none.html"></a><a href="#none"></a><a href="mdoc.html#none"></a>';
  assert.equal(brokenOn('learn/eudi.html', bad, new Map([...site, ['learn/eudi.html', bad]])).length, 3);
});

test('pages have no style, script or handler of their own text, and load nothing from elsewhere', () => {
  for (const [name, html] of pages) {
    const tags = String(html).match(/<[a-z][^>]*>/g) ?? [];
    assert.deepEqual(
      tags.filter((tag) => /\s(style|on\w+)=|<style|<(img|script|link)[^>]*(src|href)="(https?:|\/)/.test(tag)),
      [],
      name,
    );
    assert.ok(!/<script[^>]*>[^<]/.test(String(html)), name);
  }
});

test('the search finds a setting, a reason and a title in the index of the site', () => {
  const index: readonly IndexedPage[] = JSON.parse(String(site.get('assets/search.json')));
  const first = (query: string): string | undefined => find(index, query)[0]?.href;
  assert.equal(first('choose your path'), 'learn/choose-your-path.html');
  assert.match(first('offer_expired') ?? '', /^reference\/reasons\.html#offer_expired/);
  assert.match(
    find(index, 'METRICS_PORT')
      .map(({ href }) => href)
      .join(' '),
    /reference\/configuration\.html/,
  );
  assert.deepEqual(find(index, 'no-such-word-anywhere'), []);
});
