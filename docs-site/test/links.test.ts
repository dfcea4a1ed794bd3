import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagePath, targetOf, toRoot } from '../src/links.ts';

const files = new Set([
  'README.md',
  'learn/mdoc.md',
  'explanation/adr/0001-a.md',
  'explanation/model/README.md',
  'a.svg',
]);
const from = (document: string, href: string) => targetOf(document, href, files);

test('a link to a document leads to its page, one to a folder to its first page', () => {
  assert.deepEqual(from('learn/mdoc.md', '../README.md#x'), { href: '../index.html#x' });
  assert.deepEqual(from('README.md', 'learn/mdoc.md'), { href: './learn/mdoc.html' });
  assert.deepEqual(from('README.md', 'explanation/adr'), { href: './explanation/adr/index.html' });
  assert.deepEqual(from('README.md', 'explanation/model/'), { href: './explanation/model/README.html' });
  assert.deepEqual(from('learn/mdoc.md', '../a.svg'), { href: '../a.svg' });
});

test('the API description leads to its page, other files of the repository are named', () => {
  assert.deepEqual(from('learn/mdoc.md', '../reference/http-api.yaml'), { href: '../api.html' });
  assert.deepEqual(from('learn/mdoc.md', '../../SECURITY.md'), { repository: 'SECURITY.md' });
  assert.deepEqual(from('learn/mdoc.md', 'https://example.org/a#b'), { href: 'https://example.org/a#b' });
  assert.deepEqual(from('learn/mdoc.md', '#part'), { href: '#part' });
});

test('pages are found from every depth', () => {
  assert.equal(pagePath('README.md'), 'index.html');
  assert.deepEqual(['index.html', 'a/b.html', 'a/b/c.html'].map(toRoot), ['./', '../', '../../']);
});
