/** The API description for people: every route, no script. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docsPage } from '../../src/documents/docs-page.ts';
import { allPaths } from '../../src/routes/routes.ts';

test('the page has every path of the route table once, with its summary', () => {
  const { text } = docsPage();
  const plain = text.replaceAll('<wbr />', '');
  for (const { route, path } of allPaths()) {
    assert.ok(plain.includes(`${route.method} <code>${path}</code>`), path);
  }
  assert.equal(plain.match(/<p class="route">/g)?.length, allPaths().length);
});

test('it has no script and no external resource', () => {
  const { text, headers } = docsPage();
  assert.doesNotMatch(text, /<script|https?:\/\/(?!www\.w3\.org)/);
  assert.match(headers['content-security-policy'] ?? '', /default-src 'none'/);
  assert.doesNotMatch(headers['content-security-policy'] ?? '', /script-src (?!'none')/);
});
