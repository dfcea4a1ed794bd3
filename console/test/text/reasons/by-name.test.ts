import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byName } from '../../../src/text/reasons/by-name.ts';

test('a line is a name, a text and a hint', () => {
  assert.deepEqual(
    [...byName(['a|Text.|Hint.', 'b|Other.'])],
    [
      ['a', { explanation: 'Text.', hint: 'Hint.' }],
      ['b', { explanation: 'Other.', hint: '' }],
    ],
  );
});

test('a name with two lines is refused, because only one of them would be shown', () => {
  assert.throws(() => byName(['a|Text.|Hint.', 'a|Other.|Hint.']), /a has two German texts/);
});
