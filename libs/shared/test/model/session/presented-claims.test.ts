import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PresentationPart } from '../../../src/model/session/presentation-part.ts';
import { presentedAt, presentedUntil, withoutPresented } from '../../../src/model/session/presented-claims.ts';

const verified = { state: 'verified', verifiedAt: 7, sealedCredentials: 'c', answerHash: 'a' } as const;
const part = (change: Partial<PresentationPart> = {}): PresentationPart => ({
  configurationId: 'question',
  requestHash: 'r',
  stateHash: 's',
  nonce: 'n',
  sealedRequest: 'q',
  failures: 0,
  progress: verified,
  ...change,
});

test('presented claims are kept as long as the session, unless an intermediary may not', () => {
  assert.deepEqual([presentedUntil(part()), presentedAt(part(), Number.MAX_SAFE_INTEGER)], [undefined, 'c']);
  const party = part({ eraseAfter: 100 });
  assert.deepEqual([presentedUntil(party), presentedAt(party, 106), presentedAt(party, 107)], [107, 'c', undefined]);
});

test('before a response, and after their erasure, there are none', () => {
  const open = part({ eraseAfter: 100, progress: { state: 'requested' } });
  assert.deepEqual([presentedUntil(open), presentedAt(open, 1)], [undefined, undefined]);
  assert.equal(withoutPresented(open), open);
  const erased = withoutPresented(part());
  assert.equal(presentedAt(erased, 1), undefined);
  assert.equal(withoutPresented(erased), erased);
});
