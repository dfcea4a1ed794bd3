import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CANARY, readableIn } from './canary.ts';

test('a canary is found in plain text and in base64, whatever stands before it', () => {
  const around = ['', 'a', 'ab'];
  for (const before of around) {
    const text = `${before}${CANARY.presented} and more`;
    const encoded = Buffer.from(text).toString('base64url');
    for (const form of [text, encoded]) {
      assert.deepEqual(readableIn([['the log', Buffer.from(form)]]), ["The canary 'presented' is readable in the log"]);
    }
  }
  assert.deepEqual(readableIn([['the log', Buffer.from('nothing')]]), []);
});
