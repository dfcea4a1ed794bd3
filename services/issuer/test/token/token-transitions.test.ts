/** Transaction codes, and a token's claims deadline. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaitedClaims } from '@countersign/shared/model/session/claims';
import type { IssuancePart } from '@countersign/shared/model/session/issuance-part';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import {
  type CodeRedemption,
  redeemCode,
  redeemPreAuthorizedCode,
  txCodeAttemptsLeft,
} from '../../src/token/token-transitions.ts';
import {
  attempt,
  type GivenState,
  given,
  grant,
  JKT,
  NOW,
  OTHER_JKT,
  PRE_AUTHORIZED,
  progresses,
  redemption,
  session,
  sha256,
} from '../session/issuance-given.ts';

const RIGHT = sha256('1234');
const offer = (failures?: number) =>
  session(
    given('created', {
      flow: 'pre_authorized_code',
      ...(failures === undefined ? {} : { txCode: { hash: RIGHT, failures } }),
    }),
  );
const redeem = { codeHash: PRE_AUTHORIZED, txCodeHash: undefined, now: NOW, grant };

test('the right transaction code leads to a token, after four wrong ones too', () => {
  for (const failures of [0, 4]) {
    const { document, result, announces } = redeemPreAuthorizedCode(offer(failures), { ...redeem, txCodeHash: RIGHT });
    assert.deepEqual([document.status, result, announces], ['token_issued', 'token_issued', []]);
  }
});

test('wrong ones are counted, and the fifth ends the issuance', () => {
  const wrong = { ...redeem, txCodeHash: sha256('0000') };
  const once = redeemPreAuthorizedCode(offer(0), wrong);
  assert.deepEqual([once.document.status, once.result, once.announces], ['created', 'wrong_tx_code', []]);
  assert.equal(once.document.issuance.txCode?.failures, 1);
  const last = redeemPreAuthorizedCode(offer(4), wrong);
  assert.deepEqual([last.document.status, last.result], ['failed', 'wrong_tx_code']);
  assert.equal(last.document.issuance.txCode?.failures, 5);
  assert.deepEqual(last.announces, [{ type: 'issuance.failed.v1', data: { reason: 'tx_code_attempts' } }]);
  refuses(() => redeemPreAuthorizedCode(last.document, { ...redeem, txCodeHash: RIGHT }), 'invalid_grant');
});

test('a missing or unexpected code is refused and not counted', () => {
  refuses(() => redeemPreAuthorizedCode(offer(0), redeem), 'invalid_request', /missing/);
  refuses(() => redeemPreAuthorizedCode(offer(), { ...redeem, txCodeHash: RIGHT }), 'invalid_request', /expected/);
});

test('a pre-authorized code is invalid from the end of the offer on, with any transaction code', () => {
  const end = offer().expiresAt;
  assert.equal(redeemPreAuthorizedCode(offer(), { ...redeem, now: end - 1 }).document.status, 'token_issued');
  refuses(() => redeemPreAuthorizedCode(offer(), { ...redeem, now: end }), 'invalid_grant');
  refuses(() => redeemPreAuthorizedCode(offer(0), { ...redeem, now: end }), 'invalid_grant');
});

test('the claims get their deadline with the token; the grant is returned', () => {
  const claims = awaitedClaims(attempt.requestId, NOW + 9_000_000);
  const before = session(given('authorized', { progress: { ...progresses.authorized, attempt } }), { claims });
  const own = { ...grant, requestId: attempt.requestId };
  const { document, result } = redeemCode(before, { ...redemption, claimsUntil: NOW + 60_000, grant: () => own });
  assert.equal(result, own);
  assert.deepEqual(document.claims, awaitedClaims(attempt.requestId, NOW + 60_000));
  const other = redeemCode(before, { ...redemption, claimsUntil: NOW + 60_000 });
  assert.equal(other.document.claims, claims);
});

test('a code is refused with one text, and the reason says why', () => {
  const why = (state: GivenState, change: Partial<CodeRedemption> = {}) => {
    const error = refuses(() => redeemCode(session(given(state)), { ...redemption, ...change }), 'invalid_grant');
    assert.equal(error.message, 'The code is unknown, used or expired');
    const { reason, facts } = whyOf(error);
    return facts === undefined ? [reason] : [reason, facts];
  };
  const other = { codeHash: sha256('other') };
  assert.deepEqual(why('created'), ['code_unknown']);
  for (const state of ['pushed', 'presentation_required'] as const) assert.deepEqual(why(state), ['code_replaced']);
  assert.deepEqual(why('authorized', other), ['code_replaced']);
  assert.deepEqual(why('authorized', { now: NOW + 60_000 }), ['code_expired', { expiredSeconds: 0 }]);
  assert.deepEqual(why('authorized', { clientId: 'other' }), [
    'code_client',
    { expected: 'wallet', received: 'other' },
  ]);
  for (const state of ['token_issued', 'issued', 'completed'] as const) {
    assert.deepEqual(why(state), ['code_used', { state }]);
    assert.deepEqual(why(state, other), ['code_replaced']);
  }
  for (const state of ['exhausted', 'failed', 'expired'] as const) {
    assert.deepEqual(why(state), ['code_ended', { state }]);
  }
  const { codeHash: _, ...withoutCode } = grant;
  const preAuthorized = session(given('issued', { progress: { state: 'issued', grant: withoutCode } }));
  const unknown = refuses(() => redeemCode(preAuthorized, redemption), 'invalid_grant');
  assert.deepEqual(whyOf(unknown).reason, 'code_unknown');
});

test('the reason says that another key or instance redeems a code', () => {
  const why = (bound: object, change: Partial<CodeRedemption>) => {
    const progress = { ...progresses.authorized, request: { ...progresses.authorized.request, ...bound } };
    const one = session(given('authorized', { progress }));
    try {
      redeemCode(one, { ...redemption, ...change });
    } catch (error) {
      return whyOf(error);
    }
    return undefined;
  };
  const keys = { expectedJkt: OTHER_JKT, receivedJkt: JKT };
  assert.deepEqual(why({ dpopJkt: OTHER_JKT }, {}), { code: 'invalid_grant', reason: 'dpop_key', facts: keys });
  assert.deepEqual(why({ instanceJkt: OTHER_JKT }, { instanceJkt: JKT }), {
    code: 'invalid_grant',
    reason: 'wallet_instance',
    facts: keys,
  });
  assert.deepEqual(why({ instanceJkt: OTHER_JKT }, {}), {
    code: 'invalid_client',
    reason: 'client_attestation_missing',
    facts: { parameters: ['OAuth-Client-Attestation'] },
  });
});

test('a pre-authorized code is refused with one text, and the reason says why', () => {
  const why = (change: Partial<IssuancePart>, asked: object = {}) => {
    const part = given('created', { flow: 'pre_authorized_code', ...change });
    const error = refuses(() => redeemPreAuthorizedCode(session(part), { ...redeem, ...asked }), 'invalid_grant');
    const { reason, facts } = whyOf(error);
    return facts === undefined ? [reason] : [reason, facts];
  };
  assert.deepEqual(why({ flow: 'authorization_code' }), ['pre_authorized_code_unknown']);
  assert.deepEqual(why({}, { codeHash: 'x' }), ['pre_authorized_code_unknown']);
  assert.deepEqual(why({}, { now: NOW + 3_601_000 }), ['pre_authorized_code_expired', { expiredSeconds: 1 }]);
  assert.deepEqual(why({ progress: { state: 'expired' } }), ['pre_authorized_code_expired']);
  assert.deepEqual(why({ progress: progresses.token_issued }), ['pre_authorized_code_used', { state: 'token_issued' }]);
  assert.deepEqual(why({ progress: progresses.failed }), ['pre_authorized_code_used', { state: 'failed' }]);
  assert.deepEqual(why({ signIn: {} }), ['offer_needs_sign_in', { configurationIds: ['pid', 'pass'] }]);
  const locked = { state: 'failed', reason: 'tx_code_attempts' } as const;
  assert.deepEqual(why({ progress: locked }), ['tx_code_locked', { most: 5 }]);
});

test('the reasons of transaction codes name the parameter that came, and the attempts that are left', () => {
  const missing = refuses(() => redeemPreAuthorizedCode(offer(0), redeem), 'invalid_request');
  assert.deepEqual(whyOf(missing).facts, { parameter: 'tx_code' });
  const facts = { parameter: 'user_pin', presentName: 'tx_code' };
  const draft = { ...redeem, missing: () => facts };
  const old = refuses(() => redeemPreAuthorizedCode(offer(0), draft), 'invalid_request');
  assert.deepEqual(whyOf(old), { code: 'invalid_request', reason: 'tx_code_missing', facts });
  const more = refuses(() => redeemPreAuthorizedCode(offer(), { ...redeem, txCodeHash: RIGHT }), 'invalid_request');
  assert.equal(whyOf(more).reason, 'tx_code_unexpected');
  const left = (failures: number) => {
    const { document } = redeemPreAuthorizedCode(offer(failures), { ...redeem, txCodeHash: sha256('0000') });
    return txCodeAttemptsLeft(document.issuance);
  };
  assert.deepEqual([left(0), left(3), left(4)], [4, 1, 0]);
});
