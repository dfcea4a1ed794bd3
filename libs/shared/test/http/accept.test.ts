import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mediaRanges } from '../../src/http/accept.ts';

test('the ranges of a header, with their quality', () => {
  assert.deepEqual(mediaRanges('Application/JWT;q=0.5, text/*; charset=x ;q=0 , */*'), [
    { type: 'application/jwt', quality: 0.5 },
    { type: 'text/*', quality: 0 },
    { type: '*/*', quality: 1 },
  ]);
});

test('a header that is missing or empty has none', () => {
  for (const header of [undefined, '', ' , ']) assert.deepEqual(mediaRanges(header), []);
});

test('a malformed quality counts as none', () => {
  for (const q of ['2', '-1', '0.1234', 'x', '']) {
    assert.deepEqual(mediaRanges(`a/b;q=${q}`), [{ type: 'a/b', quality: 1 }], q);
  }
  assert.deepEqual(mediaRanges('a/b;q=1.999'), [{ type: 'a/b', quality: 1 }]);
});
