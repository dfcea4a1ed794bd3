/** Transaction codes, and the claims deadline of a token. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaitedClaims } from '../../../src/model/issuance/claims.ts';
import { redeemCode, redeemPreAuthorizedCode } from '../../../src/model/issuance/token.ts';
import { refuses } from '../../http/refuses.ts';
import {
  attempt,
  given,
  grant,
  NOW,
  PRE_AUTHORIZED,
  progresses,
  redemption,
  session,
  sha256,
} from './issuance-given.ts';

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
