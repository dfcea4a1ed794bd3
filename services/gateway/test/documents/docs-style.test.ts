import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageStyle } from '@countersign/shared/pages/page-style';
import { DOCS_STYLE } from '../../src/documents/docs-style.ts';

test('the style loads nothing, and stays inside its element', () => {
  assert.doesNotMatch(DOCS_STYLE, /url\(|@import|src\(|image-set\(|</i);
});

test('each block is closed, and each colour is defined here or in the style of all pages', () => {
  const count = (text: string): number => DOCS_STYLE.split(text).length - 1;
  assert.equal(count('{'), count('}'));
  const defined = new Set([...`${pageStyle(undefined, DOCS_STYLE)}`.matchAll(/(--[a-z-]+):/g)].map(([, name]) => name));
  const used = [...DOCS_STYLE.matchAll(/var\((--[a-z-]+)\)/g)].map(([, name]) => name);
  assert.ok(used.length > 0);
  assert.deepEqual(
    used.filter((name) => !defined.has(name)),
    [],
  );
});
