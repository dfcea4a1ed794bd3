import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import { hasPresented, presentationOf } from '../../src/session/presentation-proven.ts';
import { attempt, NOW, sha256 } from './issuance-given.ts';

const VERIFIED: PresentationPart['progress'] = {
  state: 'verified',
  verifiedAt: NOW,
  sealedCredentials: '',
  answerHash: '',
  presentationSession: { hash: sha256('ps'), sealed: '' },
};

function part(change: Partial<PresentationPart> = {}): PresentationPart {
  const common = { configurationId: 'login', stateHash: '', nonce: 'n', sealedRequest: '', failures: 0 };
  return { ...common, requestHash: attempt.requestId, progress: VERIFIED, ...change };
}

test('verified, of the same request id, and with the value of the verifier', () => {
  assert.ok(hasPresented(attempt, part(), 'ps'));
});

test('anything less is no presentation', () => {
  const { presentationSession: _, ...withoutSession } = VERIFIED;
  assert.ok(!hasPresented(attempt, undefined, 'ps'));
  assert.ok(!hasPresented(attempt, part(), 'other'));
  assert.ok(!hasPresented(attempt, part(), ''));
  assert.ok(!hasPresented(attempt, part({ requestHash: sha256('another request') }), 'ps'));
  assert.ok(!hasPresented(attempt, part({ progress: withoutSession }), 'ps'));
  for (const state of ['created', 'requested'] as const) {
    assert.ok(!hasPresented(attempt, part({ progress: { state } }), 'ps'));
  }
  assert.ok(!hasPresented(attempt, part({ progress: { state: 'rejected', reason: 'r' } }), 'ps'));
});

test('where the presentation of another request stands, the attempt has none', () => {
  assert.equal(presentationOf(attempt, part({ requestHash: sha256('another request') })), undefined);
  assert.equal(presentationOf(attempt, part())?.state, 'verified');
});
