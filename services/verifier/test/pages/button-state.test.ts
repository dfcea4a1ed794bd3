/** What a page may know: the state, and never more than that. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import { buttonState } from '../../src/pages/button-state.ts';
import type { PresentationSession } from '../../src/session/presentation-state.ts';

const END = 60_000;
type Progress = PresentationPart['progress'];

function told(progress: Progress, now = 0) {
  const session = { kind: 'presentation', createdAt: 0, expiresAt: END, presentation: { progress } };
  return buttonState(session as unknown as PresentationSession, now);
}

const verified = { state: 'verified', verifiedAt: 0, answerHash: 'h' } as const;
const code = { hash: 'h', sealed: 's', redeemed: false, expiresAt: 90_000 };

test('it waits until the end of the request, and says when the wallet has it', () => {
  assert.deepEqual(told({ state: 'created' }), { state: 'waiting', secondsLeft: 60 });
  assert.deepEqual(told({ state: 'requested' }, 1), { state: 'waiting', step: 'opened', secondsLeft: 60 });
  assert.deepEqual(told({ state: 'created' }, END), { state: 'expired' });
  assert.deepEqual(told({ state: 'requested' }, END), { state: 'expired' });
  assert.deepEqual(told({ state: 'expired' }), { state: 'expired' });
});

test('why an answer was refused is one of two words', () => {
  const requested = (lastError: string): Progress => ({ state: 'requested', lastError, finding: 'given_name Erika' });
  assert.deepEqual(told(requested('access_denied')), { state: 'waiting', reason: 'declined', secondsLeft: 60 });
  assert.deepEqual(told(requested('kb_signature')), { state: 'waiting', reason: 'not_accepted', secondsLeft: 60 });
  assert.deepEqual(told({ state: 'rejected', reason: 'access_denied' }), { state: 'refused', reason: 'declined' });
  const rejected: Progress = { state: 'rejected', reason: 'untrusted', sealedDescription: 'x', credential: 'pid' };
  assert.deepEqual(told(rejected), { state: 'refused', reason: 'not_accepted' });
});

test('what a wallet answered by the link is verified for nobody before its browser has brought the code', () => {
  assert.deepEqual(told(verified), { state: 'verified' });
  const { expiresAt: _, ...endless } = code;
  const waiting = { ...verified, responseCode: code };
  assert.deepEqual(told(waiting, 70_000), { state: 'waiting', step: 'returning', secondsLeft: 20 });
  assert.deepEqual(told(waiting, 90_000), { state: 'expired' });
  const withRequest = { ...verified, responseCode: endless };
  assert.deepEqual(told(withRequest, 30_000), { state: 'waiting', step: 'returning', secondsLeft: 30 });
  assert.deepEqual(told(withRequest, END), { state: 'expired' });
  const redeemed = { ...verified, responseCode: { ...code, redeemed: true } };
  assert.deepEqual(told(redeemed, 95_000), { state: 'verified' });
});
