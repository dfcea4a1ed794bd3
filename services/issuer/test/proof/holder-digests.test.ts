import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holderDigests } from '../../src/proof/holder-digests.ts';
import { signer } from '../support.ts';

test('one key has one digest in a session and a different one in each other session', () => {
  const [one, two] = [signer().jwk, signer().jwk];
  const [first, second, again] = holderDigests('s1', [one, two, { ...one }]);
  assert.equal(first, again);
  assert.notEqual(first, second);
  assert.notEqual(holderDigests('s2', [one])[0], first);
  assert.match(first ?? '', /^[A-Za-z0-9_-]{16}$/);
});
