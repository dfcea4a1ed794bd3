import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptHint } from '../../src/management/attempt-hint.ts';

test('a failed attempt has a hint; a code of another version has none', () => {
  assert.match(attemptHint('dns') ?? '', /host name/);
  assert.match(attemptHint('tls') ?? '', /certificate/);
  assert.equal(attemptHint('constructor'), undefined);
});
