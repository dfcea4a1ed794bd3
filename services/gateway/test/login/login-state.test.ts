import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PresentationProgress } from '@countersign/shared/model/session/presentation-part';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { isDeclined, loginState } from '../../src/login/login-state.ts';

const session = (progress: PresentationProgress): SessionDocument =>
  ({ expiresAt: 1000, presentation: { progress } }) as unknown as SessionDocument;

test('the state of a login follows from its session, and from time', () => {
  const states: readonly (readonly [PresentationProgress, number, string])[] = [
    [{ state: 'created' }, 999, 'waiting'],
    [{ state: 'created' }, 1000, 'expired'],
    [{ state: 'requested' }, 999, 'waiting'],
    [{ state: 'requested', lastError: 'issuer_trust' }, 999, 'not_accepted'],
    [{ state: 'requested', lastError: 'access_denied' }, 999, 'declined'],
    [{ state: 'requested', lastError: 'issuer_trust' }, 1000, 'expired'],
    [{ state: 'verified', verifiedAt: 1, answerHash: 'a' }, 2000, 'continue'],
    [{ state: 'rejected', reason: 'issuer_trust' }, 0, 'refused'],
    [{ state: 'expired' }, 0, 'expired'],
  ];
  for (const [progress, now, state] of states) assert.equal(loginState(session(progress), now), state);
  assert.equal(loginState(undefined, 0), 'expired');
});

test('only the person declines', () => {
  assert.equal(isDeclined(session({ state: 'rejected', reason: 'access_denied' })), true);
  assert.equal(isDeclined(session({ state: 'rejected', reason: 'issuer_trust' })), false);
  assert.equal(isDeclined(undefined), false);
});
