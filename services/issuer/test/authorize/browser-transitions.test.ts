/** The attempt that a page handles. issuance-events.test.ts has the browser's transitions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followedAttempt } from '../../src/authorize/browser-transitions.ts';
import { attempt, given, NOW, progresses, session, sha256 } from '../session/issuance-given.ts';

const own = { ...attempt, channel: 'browser' as const, sessionHash: sha256('reference'), expiresAt: NOW + 1000 };
const waiting = (named: typeof attempt = own) => {
  const { request } = progresses.presentation_required as Extract<
    (typeof progresses)['presentation_required'],
    { state: 'presentation_required' }
  >;
  return session(
    given('presentation_required', { progress: { state: 'presentation_required', request, attempt: named } }),
  );
};
const asked = { referenceHash: sha256('reference'), now: NOW };

test('the attempt of the browser with that reference', () => {
  assert.deepEqual(followedAttempt(waiting(), asked), own);
});

test('another reference, the attempt of a wallet and an ended one give none', () => {
  assert.equal(followedAttempt(waiting(), { ...asked, referenceHash: sha256('another') }), undefined);
  assert.equal(followedAttempt(waiting({ ...own, channel: 'challenge' }), asked), undefined);
  assert.equal(followedAttempt(waiting(), { ...asked, now: NOW + 1000 }), undefined);
});

test('in every other state there is none', () => {
  for (const state of ['created', 'authorized', 'token_issued', 'issued', 'failed', 'expired'] as const) {
    assert.equal(followedAttempt(session(given(state)), asked), undefined, state);
  }
});
