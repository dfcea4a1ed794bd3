import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base64url } from '../../src/parts/base64url.ts';

test('every byte, without padding, plus or slash', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  assert.equal(base64url(bytes.toString('latin1')), bytes.toString('base64url'));
});
