/** The states of the claims that a webhook provides, and the dispatcher's step. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answerClaims,
  awaitedClaims,
  claimsOfEnded,
  claimsWithinToken,
  giveUpClaims,
} from '@countersign/shared/model/session/claims';
import type { SessionClaims } from '@countersign/shared/model/session/sessions';
import { given, NOW, session } from './issuance-given.ts';

const base = { requestId: 'r', deadline: NOW + 1000 } as const;
const expected = awaitedClaims(base.requestId, base.deadline);
const others: readonly SessionClaims[] = [
  { ...base, state: 'answered', answer: 'FIRST' },
  { ...base, state: 'ready', answer: 'FIRST' },
  { ...base, state: 'failed', reason: 'claims_deadline' },
];
const waiting = (claims: SessionClaims) => session(given('presentation_required'), { claims });
const answer = { requestId: 'r', answer: 'SEALED', now: NOW } as const;

test('an answer is stored and announced', () => {
  const { document, announces } = answerClaims(waiting(expected), answer);
  assert.deepEqual(document.claims, { ...base, state: 'answered', answer: 'SEALED' });
  assert.deepEqual(announces, [{ type: 'webhook.answered.v1', data: { request: 'r' } }]);
});

test('an answer at the deadline is late: the wait ends without it', () => {
  assert.equal(answerClaims(waiting(expected), { ...answer, now: NOW + 999 }).document.claims?.state, 'answered');
  const { document, announces } = answerClaims(waiting(expected), { ...answer, now: NOW + 1000 });
  assert.deepEqual(document.claims, { ...base, state: 'failed', reason: 'claims_deadline' });
  assert.deepEqual(announces, [{ type: 'webhook.gave-up.v1', data: { request: 'r', reason: 'claims_deadline' } }]);
});

test('the end of the attempts ends the wait', () => {
  const { document, announces } = giveUpClaims(waiting(expected), { requestId: 'r', reason: 'claims_unavailable' });
  assert.deepEqual(document.claims, { ...base, state: 'failed', reason: 'claims_unavailable' });
  assert.deepEqual(announces, [{ type: 'webhook.gave-up.v1', data: { request: 'r', reason: 'claims_unavailable' } }]);
});

test('what was decided is never replaced, and another request gets nothing', () => {
  const none = session(given('presentation_required'));
  for (const before of [...others.map(waiting), none, waiting({ ...expected, requestId: 'other' })]) {
    assert.equal(answerClaims(before, answer).document, before);
    assert.equal(giveUpClaims(before, { requestId: 'r', reason: 'x' }).document, before);
  }
});

test('the dispatcher writes the claims alone', () => {
  const before = waiting(expected);
  const { claims: _, ...rest } = answerClaims(before, answer).document;
  const { claims: __, ...untouched } = before;
  assert.deepEqual(rest, untouched);
});

test('with the token the deadline moves forward, never beyond the token or what it was', () => {
  const within = (deadline: number, until: number, expiresAt: number) =>
    claimsWithinToken(waiting({ ...expected, deadline }), { requestId: 'r', expiresAt }, until)?.deadline;
  assert.equal(within(NOW + 9_000_000, NOW + 50_000, NOW + 300_000), NOW + 50_000);
  assert.equal(within(NOW + 9_000_000, NOW + 900_000, NOW + 300_000), NOW + 270_000);
  assert.equal(within(NOW + 1000, NOW + 50_000, NOW + 300_000), NOW + 1000);
});

test('without expected claims, or with those of another request, the deadline stays', () => {
  const grant = { requestId: 'r', expiresAt: NOW };
  for (const before of [...others.map(waiting), session(given('authorized'))]) {
    assert.equal(claimsWithinToken(before, grant, NOW), undefined);
  }
  assert.equal(claimsWithinToken(waiting(expected), { ...grant, requestId: 'other' }, NOW), undefined);
});

test('an issuance that has ended keeps no answer', () => {
  const [answered, ready, failed] = others;
  assert.ok(answered && ready && failed);
  const ended = { ...base, state: 'failed', reason: 'issuance_ended' };
  assert.deepEqual([expected, answered].map(claimsOfEnded), [ended, ended]);
  assert.deepEqual(claimsOfEnded(ready), { ...base, state: 'ready' });
  assert.equal(claimsOfEnded(failed), failed);
});
