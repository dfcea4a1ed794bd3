import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grant, IssuancePart } from '@countersign/shared/model/session/issuance-part';
import { withExpiry } from '@countersign/shared/model/session/session-expiry';
import { grantOf, grantOfToken, tokensOf, validToken } from '../../src/session/grant.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { addToken, beginReissue, emptyReissue, MAX_TOKENS } from '../../src/token/reissue-transitions.ts';
import { given, grant, JKT, NOW, OTHER_JKT, session, sha256, TOKEN } from '../session/issuance-given.ts';

const own: Grant = { ...grant, refreshId: 'r' };
const END = grant.expiresAt;

function under(
  state: 'token_issued' | 'issued' | 'completed',
  change: Partial<Grant> = {},
  part: Partial<IssuancePart> = {},
) {
  const progress = { state, grant: { ...own, ...change }, ...(state === 'completed' ? { claimsKept: true } : {}) };
  return withExpiry(
    session(given(state, { progress: progress as IssuancePart['progress'], ...part }), { expiresAt: NOW }),
  );
}
const further = (name: string, now = NOW + 1000) => ({
  refreshId: 'r',
  token: { tokenHash: sha256(name), expiresAt: now + 300_000 },
  now,
});
const deferred = [{ transactionHash: 't', configurationId: 'pid', sealedKeys: 'k' }];

test('a further token is valid beside the first; the oldest of too many ends', () => {
  let present: IssuanceSession = under('token_issued');
  for (const name of ['a', 'b', 'c', 'd']) present = addToken(present, further(name)).document;
  const last = grantOf(present.issuance.progress) as Grant;
  const isValid = (hash: string) => validToken(last, hash, NOW + 1000) !== undefined;
  assert.equal(1 + (last.earlier ?? []).length, MAX_TOKENS);
  assert.deepEqual([TOKEN, ...['a', 'b', 'c', 'd'].map(sha256)].map(isValid), [false, false, true, true, true]);
});

test('ended tokens make room, and end by their own time', () => {
  const { document } = addToken(under('token_issued'), further('a', END - 1));
  const both = grantOf(document.issuance.progress) as Grant;
  assert.equal(validToken(both, TOKEN, END), undefined);
  assert.notEqual(validToken(both, sha256('a'), END), undefined);
  assert.equal(validToken({ ...both, revoked: true }, sha256('a'), END - 1), undefined);
});

test('while nothing was issued the token lives its own time; after that it ends with the present one', () => {
  assert.equal(addToken(under('token_issued'), further('a')).result?.expiresAt, NOW + 301_000);
  for (const state of ['issued', 'completed'] as const) {
    assert.equal(addToken(under(state), further('a')).result?.expiresAt, END);
  }
  assert.equal(addToken(under('issued', {}, { deferred }), further('a')).result?.expiresAt, NOW + 301_000);
});

test('a narrower token covers only what it asks for, and the next one everything again', () => {
  const only = further('a');
  const first = addToken(under('token_issued', { configurationIds: ['pid', 'pass'] }), {
    ...only,
    token: { ...only.token, only: ['pass'] },
  });
  assert.deepEqual(first.result?.configurationIds, ['pass']);
  const second = addToken(first.document, further('b'));
  assert.deepEqual(second.result?.configurationIds, ['pid', 'pass']);
  assert.deepEqual(validToken(grantOf(second.document.issuance.progress) as Grant, sha256('a'), NOW)?.only, ['pass']);
});

test('each token keeps the DPoP key that it was given under', () => {
  const keyed = (name: string, refreshJkt?: string) => {
    const one = further(name);
    return { ...one, token: { ...one.token, ...(refreshJkt === undefined ? {} : { refreshJkt }) } };
  };
  const first = addToken(under('token_issued'), keyed('a', OTHER_JKT));
  assert.equal(first.result?.dpopJkt, OTHER_JKT);
  const second = addToken(first.document, keyed('b'));
  assert.equal(second.result?.dpopJkt, JKT, 'a token from before has the key of the grant');
  for (const { document } of [first, second]) {
    const stored = grantOf(document.issuance.progress) as Grant;
    assert.equal(stored.dpopJkt, JKT, 'a repeated code is compared with the key that redeemed it');
    for (const token of tokensOf(stored)) {
      const expected = token.tokenHash === sha256('a') ? OTHER_JKT : JKT;
      const own = grantOfToken(stored, token);
      assert.deepEqual([own.dpopJkt, own.refreshJkt], [expected, undefined]);
    }
  }
});

test('a deferred credential waits for a token after the end of the first; nothing else does', () => {
  const waitsUntil = END + 600_000;
  const late = further('a', END + 1);
  for (const state of ['token_issued', 'issued', 'completed'] as const) {
    const waiting = under(state, { waitsUntil }, { deferred });
    assert.equal(addToken(waiting, late).result?.expiresAt, END + 300_001, state);
    assert.equal(addToken(waiting, further('a', waitsUntil)).result, undefined, state);
    assert.equal(addToken(under(state), late).result, undefined, state);
  }
});

test('a kept answer that is to be erased earlier does not end the wait for another one', () => {
  const delivered = { sealedAnswer: 'a', notificationId: 'n', until: NOW + 1 };
  const one = { transactionHash: 't2', configurationId: 'pass', sealedKeys: 'k', delivered };
  const waiting = under('issued', { waitsUntil: END + 600_000 }, { deferred: [...deferred, one] });
  assert.equal(waiting.tidyAt, NOW + 1);
  assert.equal(addToken(waiting, further('a', END + 1)).result?.expiresAt, END + 300_001);
});

test('a session that is over gets no token', () => {
  const over = [
    session(given('created')),
    session(given('authorized')),
    session(given('failed with a token')),
    session(given('completed long ago')),
    session(given('expired')),
    under('issued', { revoked: true }),
    under('token_issued', { refreshId: 'of an attempt before' }),
  ];
  for (const present of over) {
    const { document, result } = addToken(present, further('a'));
    assert.equal(result, undefined);
    assert.equal(document, present);
  }
});

const empty = (handle = 'h1'): IssuanceSession =>
  ({
    rev: 1,
    ...emptyReissue({
      id: 's1',
      tenant: 'root',
      handle,
      firstSession: 's0',
      now: NOW,
      issuance: { configurationIds: ['pid'], sealedOffer: '', sealedRequest: '', offerHash: 'o', grantHash: 'g' },
    }),
  }) as IssuanceSession;

test('an empty session is begun once, and only the one that the record names', () => {
  const begun = { handle: 'h1', grant: own, sealedRequest: 'kept', state: 'case 1', sealedOutcomeWebhook: 'w' };
  const { document, result, announces } = beginReissue(empty(), begun);
  assert.deepEqual(result, own);
  assert.deepEqual([document.status, document.state, document.webhooks], ['token_issued', 'case 1', { outcome: 'w' }]);
  assert.equal(document.issuance.sealedRequest, 'kept');
  assert.equal(document.tidyAt, own.expiresAt);
  assert.deepEqual(announces, []);
  for (const other of [document, empty('of another document'), session(given('created'))]) {
    const again = beginReissue(other, begun);
    assert.equal(again.document, other);
    assert.equal(again.result, undefined);
  }
});

test('where a webhook provides the claims, the same write asks for them', () => {
  const claims = { requestId: 'q', deadline: NOW + 5000, sealedWebhook: 'c' };
  const { document, announces } = beginReissue(empty(), { handle: 'h1', grant: own, sealedRequest: 'kept', claims });
  assert.deepEqual(document.claims, { requestId: 'q', deadline: NOW + 5000, state: 'expected' });
  assert.deepEqual(document.webhooks, { claims: 'c' });
  assert.deepEqual(announces, [{ type: 'claims.reissue.v1', data: { request: 'q' } }]);
});

test('an empty session ends within a minute', () => {
  assert.equal(empty().tidyAt, NOW + 60_000);
});
