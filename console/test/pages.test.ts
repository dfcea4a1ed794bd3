import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPage, pages } from '../src/pages.ts';

test('an address finds its page and its parameters', () => {
  assert.equal(findPage('/')?.row.title, 'home');
  assert.deepEqual(findPage('/sessions/a%20b')?.parameters, { id: 'a b' });
  assert.equal(findPage('/sessions')?.row.title, 'sessions');
  for (const path of ['/absent', '/sessions/', '/sessions/%', '/sessions/a/b', ''])
    assert.equal(findPage(path), undefined, path);
});

test('the code of every page is there', async () => {
  for (const row of pages) assert.equal(typeof (await row.load()), 'function', row.path);
});
