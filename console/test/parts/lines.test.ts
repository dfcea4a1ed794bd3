import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf } from '../../src/parts/lines.ts';

test('one entry a line, without blanks and empty lines', () => {
  assert.deepEqual(linesOf(' a \n\n b c\r\n'), ['a', 'b c']);
  assert.deepEqual(linesOf(''), []);
});
