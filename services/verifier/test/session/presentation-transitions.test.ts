import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PresentationSession, PresentationTransition } from '../../src/session/presentation-state.ts';
import {
  acceptAnswer,
  closeRequest,
  expireRequest,
  fetchRequest,
  redeemCode,
  refuseAnswer,
  reportError,
} from '../../src/session/presentation-transitions.ts';
import { code, given, inEachState, NOW, progresses, withheld } from './given.ts';

const answer = { answerHash: 'fresh', verifiedAt: NOW, sealedCredentials: 'c' };

/** Result, status, progress, and the event's own members. */
function outcome<R>({ document, result, announces }: PresentationTransition<R>) {
  const [event, ...more] = announces;
  assert.deepEqual(more, []);
  const { configuration: _, request: __, ...data } = event?.data ?? {};
  return [result, document.status, document.presentation.progress, event?.type, data];
}

test('given a new request, when the wallet fetches it, then it is requested; a second fetch writes nothing', () => {
  const { document } = fetchRequest(given());
  assert.deepEqual([document.status, document.presentation.progress], ['requested', { state: 'requested' }]);
  assert.equal(fetchRequest(document).document, document);
});

test('given an open request, when it is answered, then it is verified, without its key, and one event says so', () => {
  for (const open of [inEachState.created, inEachState.requested]) {
    const taken = acceptAnswer(open, answer, NOW);
    assert.deepEqual(outcome(taken), [
      'verified',
      'verified',
      { state: 'verified', ...answer },
      'presentation.verified.v1',
      {},
    ]);
    assert.deepEqual(taken.announces[0]?.data, { configuration: 'question', request: 'request' });
    const { responseKeyUntil, endsAt, presentation } = taken.document;
    assert.deepEqual([responseKeyUntil, endsAt, presentation.sealedKey], [undefined, undefined, undefined]);
  }
});

test('given an answered request, the same answer is repeated, and another one is refused', () => {
  const { verified, rejected, expired } = inEachState;
  assert.equal(acceptAnswer(verified, { ...answer, answerHash: 'answer' }, NOW).result, 'repeated');
  for (const ended of [verified, rejected, expired]) {
    const { document, result, announces } = acceptAnswer(ended, answer, NOW);
    assert.deepEqual([document, result, announces], [ended, 'already_answered', []]);
  }
});

test('an answer at the end of the request is late, and in an issuance where it names another request', () => {
  const open = inEachState.requested;
  assert.equal(acceptAnswer(open, answer, open.expiresAt - 1).result, 'verified');
  assert.equal(acceptAnswer(open, answer, open.expiresAt).result, 'expired');
  const issuing = given({ state: 'requested' }, { kind: 'issuance' });
  assert.equal(acceptAnswer(issuing, answer, NOW).result, 'expired');
});

test('given an issuance, the presentation changes, and the status stays that of the issuance', () => {
  const issuing = given({ state: 'created' }, { kind: 'issuance', status: 'presentation_required' });
  const { document } = expireRequest(issuing, issuing.expiresAt + 1);
  assert.deepEqual([document.status, document.presentation.progress], ['presentation_required', { state: 'expired' }]);
  assert.equal(document.endsAt, issuing.endsAt);
});

test('a refused presentation counts, replaces what the one before left, and keeps the way back', () => {
  const before = given({ ...progresses.requested, credential: 'pid', finding: 'f' } as typeof progresses.requested);
  const refused = refuseAnswer(before, { reason: 'time' });
  const progress = { ...progresses.requested, lastError: 'time' };
  const data = { reason: 'time', credential: '' };
  assert.deepEqual(outcome(refused), [undefined, 'requested', progress, 'presentation.refused.v1', data]);
  assert.equal(refused.document.presentation.failures, 1);
  assert.equal(refused.document.presentation.sealedKey, 'key');
  const named = refuseAnswer(before, { reason: 'claims', credential: 'age', finding: '/a' });
  assert.equal(named.announces[0]?.data.credential, 'age');
});

test('the tenth refused presentation ends the request', () => {
  const { presentation, ...session } = inEachState.requested;
  const after = (failures: number) =>
    refuseAnswer({ ...session, presentation: { ...presentation, failures } }, { reason: 'time', credential: 'pid' });
  assert.equal(after(8).document.status, 'requested');
  const progress = { state: 'rejected', reason: 'time', credential: 'pid' };
  assert.deepEqual(outcome(after(9)), [
    undefined,
    'rejected',
    progress,
    'presentation.rejected.v1',
    { reason: 'time' },
  ]);
  assert.deepEqual(
    [after(9).document.presentation.sealedKey, after(9).document.responseKeyUntil],
    [undefined, undefined],
  );
});

const error = { code: 'strange', knownCode: 'other', answer: { answerHash: 'fresh', responseCode: code } };

test('the person declines: rejected with the words of the wallet sealed, and the event has a known code only', () => {
  const declined = reportError(inEachState.requested, {
    ...error,
    sealedDescription: 'sealed',
    endsRequest: true,
    counts: false,
  });
  assert.deepEqual(outcome(declined), [
    'recorded',
    'rejected',
    { state: 'rejected', reason: 'strange', sealedDescription: 'sealed', ...error.answer },
    'presentation.rejected.v1',
    { reason: 'other' },
  ]);
});

test('an error that ends nothing is kept and not published; one in clear counts, is published, and ends at the tenth', () => {
  const open = inEachState.created;
  const progress = { state: 'requested', lastError: 'strange', ...error.answer };
  const kept = reportError(open, { ...error, endsRequest: false, counts: false });
  assert.deepEqual(outcome(kept), ['recorded', 'requested', progress, undefined, {}]);
  assert.equal(kept.document.presentation.failures, 0);
  const inClear = { ...error, endsRequest: true, counts: true };
  const counted = reportError(open, inClear);
  const data = { reason: 'other', credential: '' };
  assert.deepEqual(outcome(counted), ['recorded', 'requested', progress, 'presentation.refused.v1', data]);
  assert.equal(counted.document.presentation.failures, 1);
  const tenth = reportError({ ...open, presentation: { ...open.presentation, failures: 9 } }, inClear);
  assert.deepEqual([tenth.document.status, tenth.announces[0]?.type], ['rejected', 'presentation.rejected.v1']);
});

test('the same error again is repeated while its code is unused; after that it gets another code', () => {
  const again = { ...error, answer: { answerHash: 'error' }, endsRequest: false, counts: false };
  assert.equal(reportError(inEachState.requested, again).result, 'repeated');
  const used = given({ state: 'requested', answerHash: 'error', responseCode: { ...code, redeemed: true } });
  assert.equal(reportError(used, again).result, 'recorded');
  const ended = given({
    ...progresses.rejected,
    responseCode: { ...code, redeemed: true },
  } as typeof progresses.rejected);
  assert.equal(reportError(ended, { ...again, answer: { answerHash: 'no' } }).result, 'repeated');
  assert.equal(reportError(ended, again).result, 'already_answered');
});

test('a response code is redeemed once, in every state that has one, and changes no state', () => {
  assert.equal(redeemCode(inEachState.created, 'code', NOW).result, 'wrong_or_used');
  for (const state of ['requested', 'verified', 'rejected', 'expired'] as const) {
    const { document, result, announces } = redeemCode(inEachState[state], 'code', NOW);
    assert.deepEqual([result, document.status, announces], ['redeemed', state, []]);
    const again = redeemCode(document, 'code', NOW);
    assert.deepEqual([again.document, again.result], [document, 'wrong_or_used']);
    assert.equal(redeemCode(inEachState[state], 'other', NOW).result, 'wrong_or_used');
  }
  assert.equal(redeemCode(given({ state: 'requested' }), 'code', NOW).result, 'wrong_or_used');
});

test('after ten wrong codes the right one is refused', () => {
  let session = inEachState.verified;
  for (let n = 1; n < 10; n += 1) session = redeemCode(session, 'other', NOW).document;
  assert.equal(redeemCode(session, 'code', NOW).result, 'redeemed');
  const tenth = redeemCode(session, 'other', NOW).document;
  assert.deepEqual(redeemCode(tenth, 'code', NOW), { document: tenth, announces: [], result: 'wrong_or_used' });
  assert.deepEqual(redeemCode(tenth, 'other', NOW).document, tenth);
});

test('an answer whose code releases what was presented is visited again at the end of the code', () => {
  const until = acceptAnswer(inEachState.requested, { ...answer, responseCode: { ...code, expiresAt: 9 } }, NOW);
  assert.equal(until.document.responseKeyUntil, 9);
  assert.equal(acceptAnswer(inEachState.requested, answer, NOW).document.responseKeyUntil, undefined);
});

test('the redemption announces the release, until the code ends', () => {
  const { document, announces, result } = redeemCode(withheld, 'code', 2 * NOW - 1);
  const data = { configuration: 'question', request: 'request' };
  assert.deepEqual([result, announces], ['redeemed', [{ type: 'presentation.released.v1', data }]]);
  assert.equal(document.responseKeyUntil, undefined);
  assert.equal(redeemCode(withheld, 'code', 2 * NOW).result, 'wrong_or_used');
});

test('what was presented is erased at the end of the code, unless the code was redeemed', () => {
  assert.equal(expireRequest(withheld, 2 * NOW).document, withheld);
  const ended = expireRequest(withheld, 2 * NOW + 1);
  assert.deepEqual(
    [ended.announces, ended.document.responseKeyUntil, ended.document.status],
    [[], undefined, 'verified'],
  );
  const { sealedCredentials: _, ...progress } = withheld.presentation.progress as {
    readonly sealedCredentials: string;
  };
  assert.deepEqual(ended.document.presentation.progress, progress);
  // The job read the session before the redemption.
  const redeemed = { ...redeemCode(withheld, 'code', NOW).document, responseKeyUntil: 1 };
  const kept = expireRequest(redeemed, 2 * NOW + 1).document.presentation.progress;
  assert.equal(kept.state === 'verified' && kept.sealedCredentials, 'c');
});

test('a request expires behind its time; what an error left stays, and an ended one loses a key that was left', () => {
  const open = inEachState.requested;
  assert.equal(expireRequest(open, open.expiresAt).document, open);
  const expired = expireRequest(open, open.expiresAt + 1);
  const progress = { ...progresses.requested, state: 'expired' };
  assert.deepEqual(outcome(expired), [undefined, 'expired', progress, 'presentation.expired.v1', {}]);
  assert.equal(expired.document.endsAt, open.endsAt);
  const left = given(progresses.rejected, { responseKeyUntil: 1 });
  const tidied = expireRequest(left, NOW);
  assert.deepEqual([tidied.document.responseKeyUntil, tidied.announces], [undefined, []]);
  assert.equal(tidied.document.presentation.progress, left.presentation.progress);
  const ended = inEachState.expired;
  assert.equal(expireRequest(ended, 3 * NOW).document, ended);
});

for (const reason of ['restored', 'cancelled'] as const) {
  test(`${reason}: an open request ends with that reason and event, and an ended one stays`, () => {
    const ended = closeRequest(inEachState.requested, reason, NOW);
    const progress = { state: 'rejected', reason };
    assert.deepEqual(outcome(ended), [true, 'rejected', progress, 'presentation.rejected.v1', { reason }]);
    assert.equal(closeRequest(inEachState.requested, reason, 2 * NOW).result, false);
    for (const state of ['verified', 'rejected', 'expired'] as const) {
      const unchanged = { document: inEachState[state], announces: [], result: false };
      assert.deepEqual(closeRequest(inEachState[state], reason, NOW), unchanged);
    }
  });
}

const party = (session: PresentationSession): PresentationSession => ({
  ...session,
  presentation: { ...session.presentation, eraseAfter: 100 },
});
const sealedIn = ({ presentation: { progress } }: PresentationSession) =>
  progress.state === 'verified' ? progress.sealedCredentials : assert.fail();

test('an intermediary is visited again when its time is over, or the response code if that is earlier', () => {
  const asked = party(inEachState.requested);
  assert.equal(acceptAnswer(asked, answer, NOW).document.responseKeyUntil, answer.verifiedAt + 100);
  const withCode = { ...answer, responseCode: { ...code, expiresAt: 9 } };
  assert.equal(acceptAnswer(asked, withCode, NOW).document.responseKeyUntil, 9);
});

test('its claims are erased at that time in any case, and at the end of an unused code', () => {
  const accepted = acceptAnswer(party(inEachState.requested), answer, NOW).document;
  const until = accepted.responseKeyUntil ?? assert.fail();
  assert.equal(sealedIn(expireRequest(accepted, until).document), 'c');
  const erased = expireRequest(accepted, until + 1);
  assert.deepEqual(
    [sealedIn(erased.document), erased.document.responseKeyUntil, erased.announces],
    [undefined, undefined, []],
  );
  const unused = { ...party(withheld), responseKeyUntil: 9 };
  assert.equal(sealedIn(expireRequest(unused, 10).document), undefined);
});

test('with a redeemed code they stay for the webhook until that time', () => {
  const hooked = { ...party(withheld), webhooks: { result: 'sealed' } };
  const redeemed = { ...redeemCode(hooked, 'code', NOW).document, responseKeyUntil: 9 };
  assert.equal(sealedIn(redeemed), 'c');
  const next = expireRequest(redeemed, 10).document;
  assert.deepEqual([sealedIn(next), next.responseKeyUntil], ['c', 7 + 100]);
  assert.equal(sealedIn(expireRequest(next, 7 + 101).document), undefined);
});

test('without a webhook the redemption erases them', () => {
  assert.equal(sealedIn(redeemCode(party(withheld), 'code', NOW).document), undefined);
  assert.equal(sealedIn(redeemCode(party(withheld), 'other', NOW).document), 'c');
  assert.equal(sealedIn(redeemCode(withheld, 'code', NOW).document), 'c');
});
