/** The ends without a credential, with their events and their claims. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckedAnswer } from '@countersign/shared/model/session/claims';
import type { PresentationProgress } from '@countersign/shared/model/session/presentation-part';
import type { SessionClaims } from '@countersign/shared/model/session/sessions';
import {
  cancelIssuance,
  endByTime,
  endRejected,
  endRestored,
  failIssuance,
  settleClaims,
} from '../../src/session/ending-transitions.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { attempt, credential, given, grant, NOW, presentation, progresses, session } from './issuance-given.ts';

const REQUEST = attempt.requestId;
const claims = (state: 'expected' | 'answered' | 'ready'): SessionClaims => {
  const base = { requestId: REQUEST, deadline: NOW + 1000 };
  return state === 'expected' ? { ...base, state } : { ...base, state, answer: 'ANSWER' };
};
const waits = (state: 'expected' | 'answered' | 'ready', credentials = 0): IssuanceSession => {
  const progress = { state: 'token_issued', grant: { ...grant, requestId: REQUEST } } as const;
  return session(given('token_issued', { progress, credentials: Array(credentials).fill(credential) }), {
    claims: claims(state),
  });
};
const failedEvent = (reason: string) => [{ type: 'issuance.failed.v1', data: { reason } }];

test('a failure ends the issuance with its reason, and its event says the reason alone', () => {
  const { document, announces } = failIssuance(session(given('token_issued')), {
    reason: 'claims_invalid',
    sealedDescription: 'SEALED',
  });
  assert.deepEqual(document.issuance.progress, {
    state: 'failed',
    reason: 'claims_invalid',
    sealedDescription: 'SEALED',
    grant,
  });
  assert.deepEqual([document.status, announces], ['failed', failedEvent('claims_invalid')]);
});

test('the claims that a failed issuance waits for fail with it, without an answer', () => {
  for (const state of ['expected', 'answered', 'ready'] as const) {
    const { document } = failIssuance(waits(state), { reason: 'x' });
    assert.deepEqual(document.claims, { requestId: REQUEST, deadline: NOW + 1000, state: 'failed', reason: 'x' });
  }
});

test('after an issued credential the claims fail and the issuance does not; that is no event', () => {
  const { document, announces } = failIssuance(waits('expected', 1), { reason: 'x' });
  assert.deepEqual(
    [document.claims?.state, document.issuance.progress.state, announces],
    ['failed', 'token_issued', []],
  );
});

const checked: CheckedAnswer = { answer: 'ANSWER', good: true };
const bad: CheckedAnswer = { answer: 'ANSWER', good: false, sealedDescription: 'WHY' };

test('a checked answer is ready; an invalid one ends the issuance with its reason', () => {
  const ready = settleClaims(waits('answered'), { checked, now: NOW });
  assert.deepEqual([ready.document.claims, ready.announces], [claims('ready'), []]);
  assert.equal(ready.document.status, 'token_issued');
  const { document, announces } = settleClaims(waits('answered'), { checked: bad, now: NOW });
  const { progress } = document.issuance;
  assert.ok(progress.state === 'failed' && progress.sealedDescription === 'WHY');
  assert.deepEqual(
    [document.claims, announces],
    [
      { requestId: REQUEST, deadline: NOW + 1000, state: 'failed', reason: 'claims_invalid' },
      failedEvent('claims_invalid'),
    ],
  );
});

test('another answer than the one that was checked is not decided on', () => {
  const before = waits('answered');
  for (const other of [undefined, { ...checked, answer: 'OTHER' }]) {
    assert.equal(settleClaims(before, { checked: other, now: NOW }).document, before);
  }
});

test('claims are late exactly at their deadline', () => {
  const before = waits('expected');
  assert.equal(settleClaims(before, { checked: undefined, now: NOW + 999 }).document, before);
  const { document, announces } = settleClaims(before, { checked: undefined, now: NOW + 1000 });
  assert.deepEqual([document.status, announces], ['failed', failedEvent('claims_deadline')]);
});

test('claims that failed at the dispatcher end the issuance, once', () => {
  const failed = { requestId: REQUEST, deadline: NOW, state: 'failed', reason: 'claims_unavailable' } as const;
  const before = { ...waits('expected'), claims: failed };
  const { document, announces } = settleClaims(before, { checked: bad, now: NOW });
  const { progress } = document.issuance;
  assert.ok(progress.state === 'failed' && progress.sealedDescription === undefined);
  assert.deepEqual(announces, failedEvent('claims_unavailable'));
  assert.equal(settleClaims(document, { checked: undefined, now: NOW }).document, document);
});

test('claims of an earlier attempt, ready ones, and none: nothing is due', () => {
  const other = { ...waits('expected'), claims: { ...claims('expected'), requestId: 'before' } };
  for (const before of [other, waits('ready'), session(given('token_issued'))]) {
    assert.equal(settleClaims(before, { checked, now: NOW + 9999 }).document, before);
  }
});

const rejected = { state: 'rejected', reason: 'access_denied' } as const;
const withPresentation = (state: 'presentation_required' | 'authorized', progress: PresentationProgress) =>
  session(given(state, { progress: { ...progresses[state], attempt } }), {
    presentation: { ...presentation, progress },
  });

test('the rejected presentation of the present attempt ends the issuance', () => {
  const { document, announces, result } = endRejected(withPresentation('presentation_required', rejected));
  assert.deepEqual([document.status, announces, result], ['failed', failedEvent('presentation_rejected'), true]);
});

test('any other presentation ends nothing', () => {
  const foreign = withPresentation('presentation_required', rejected);
  const others = [
    withPresentation('presentation_required', { state: 'requested' }),
    withPresentation('authorized', rejected),
    { ...foreign, presentation: { ...presentation, requestHash: 'other', progress: rejected } },
    session(given('presentation_required')),
    ...(['created', 'token_issued', 'failed'] as const).map((state) => ({ ...foreign, ...session(given(state)) })),
  ];
  for (const before of others) {
    const { document, result } = endRejected(before);
    assert.equal(document, before);
    assert.equal(result, false);
  }
});

test('an issuance expires when its time is over, not before, and says so', () => {
  const before = session(given('pushed'), { tidyAt: NOW });
  assert.equal(endByTime(before, NOW).document, before);
  assert.equal(endByTime(session(given('pushed')), NOW + 1).document.status, 'pushed');
  const { document, announces } = endByTime(before, NOW + 1);
  assert.deepEqual([document.status, document.tidyAt, announces], ['expired', undefined, failedEvent('expired')]);
});

test('the end of an offer with several redemptions is no event: each redemption publishes its own', () => {
  const redemptions = { limit: 2, used: 0, places: [] };
  const { document, announces } = endByTime(session(given('created', { redemptions }), { tidyAt: NOW }), NOW + 1);
  assert.deepEqual([document.status, announces], ['expired', []]);
});

test('the end of a token erases the claims of its credentials', () => {
  for (const state of ['issued', 'completed'] as const) {
    const before = session(given(state, { sealedClaims: 'CLAIMS', deferred: [] }), { tidyAt: NOW });
    const { document, announces } = endByTime(before, NOW + 1);
    assert.deepEqual(document.issuance.progress, { state, grant: { ...grant, revoked: true } });
    assert.ok(!('sealedClaims' in document.issuance) && !('deferred' in document.issuance));
    assert.deepEqual([document.status, document.tidyAt, announces], [state, undefined, []]);
    assert.equal(endByTime(document, NOW + 9999).document, document);
  }
});

test('an answer to a deferred request is erased ten minutes after it was made, and nothing else with it', () => {
  const one = { transactionHash: 't', configurationId: 'pid', sealedKeys: 'k' };
  const answer = (until: number) => ({ ...one, delivered: { sealedAnswer: 'ANSWER', notificationId: 'n1', until } });
  const kept = [answer(NOW + 50), { ...one, configurationId: 'pass' }];
  const part = given('issued', { sealedClaims: 'CLAIMS', deferred: [answer(NOW), ...kept] });
  const before = session(part, { tidyAt: NOW });
  assert.equal(endByTime(before, NOW).document, before);
  const { document, announces } = endByTime(before, NOW + 1);
  assert.deepEqual(document.issuance, { ...part, deferred: kept });
  assert.deepEqual([document.tidyAt, announces], [NOW + 50, []]);
  const end = endByTime({ ...document, tidyAt: NOW + 50 }, grant.expiresAt).document;
  assert.ok(!('sealedClaims' in end.issuance), 'with the token everything ends');
});

test('a restore fails what is open and revokes the token of what has issued', () => {
  const open = endRestored(session(given('token_issued')), NOW);
  assert.deepEqual([open.result, open.document.status, open.announces], ['failed', 'failed', failedEvent('restored')]);
  const gave = endRestored(session(given('completed')), NOW);
  assert.deepEqual(gave.document.issuance.progress, {
    state: 'completed',
    grant: { ...grant, revoked: true },
    claimsKept: true,
  });
  assert.deepEqual([gave.result, gave.announces], ['token', []]);
  for (const before of [gave.document, open.document, session(given('expired'))]) {
    assert.equal(endRestored(before, NOW).document, before);
    assert.equal(endRestored(before, NOW).result, undefined);
  }
});

test('a backend cancels only what no wallet has redeemed', () => {
  for (const state of ['created', 'pushed', 'presentation_required', 'authorized'] as const) {
    const { document, result, announces } = cancelIssuance(session(given(state)), NOW);
    assert.deepEqual([result, document.status, announces], ['cancelled', 'failed', failedEvent('cancelled')], state);
  }
  for (const state of ['token_issued', 'issued', 'completed'] as const) {
    const before = session(given(state));
    assert.deepEqual(cancelIssuance(before, NOW), { document: before, announces: [], result: 'redeemed' }, state);
  }
  for (const state of ['exhausted', 'failed', 'expired'] as const) {
    const before = session(given(state));
    assert.deepEqual(cancelIssuance(before, NOW), { document: before, announces: [], result: 'ended' }, state);
  }
  const past = session(given('created'), { expiresAt: NOW });
  assert.equal(cancelIssuance(past, NOW).result, 'ended');
});
