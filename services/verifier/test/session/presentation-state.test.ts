import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import { isAnswered, isAnsweredBy, isOpen, withoutResponseKey } from '../../src/session/presentation-state.ts';

const part = (progress: object): PresentationPart => ({ progress }) as PresentationPart;

test('a request is open until an answer or its end; only an answer counts as one', () => {
  const states = ['created', 'requested', 'verified', 'rejected', 'expired'];
  assert.deepEqual(
    states.filter((state) => isOpen(part({ state }))),
    ['created', 'requested'],
  );
  assert.deepEqual(
    states.filter((state) => isAnswered(part({ state }))),
    ['verified', 'rejected'],
  );
});

test('only the answer that was accepted gets its reply', () => {
  const verified = part({ state: 'verified', answerHash: hashOf('answer') });
  assert.ok(isAnsweredBy(verified, hashOf('answer')));
  assert.ok(!isAnsweredBy(verified, hashOf('other')));
  for (const progress of [{ state: 'created' }, { state: 'expired' }]) {
    assert.ok(!isAnsweredBy(part(progress), hashOf('answer')));
  }
});

test('a session without a key stays the same document', () => {
  const session = { id: 's', presentation: { nonce: 'n', sealedKey: 'k' } } as never;
  assert.equal(withoutResponseKey(session), session);
  const kept = { id: 's', responseKeyUntil: 1, presentation: { nonce: 'n', sealedKey: 'k' } } as never;
  assert.deepEqual(withoutResponseKey(kept), { id: 's', presentation: { nonce: 'n' } });
});
