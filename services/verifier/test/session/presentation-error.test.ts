/** Refusals of a presentation: the error for the wallet, and the refused credential. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutCredential, PresentationError, withCredential } from '../../src/session/presentation-error.ts';

test('the wallet gets one text for key, decryption and state', () => {
  const texts = (['unknown_key', 'decrypt', 'state', 'expired', 'already_answered'] as const).map(
    (reason) => new PresentationError(reason).message,
  );
  assert.equal(new Set(texts).size, 1);
  const refused = (['kb_nonce', 'issuer_trust', 'revoked', 'claims'] as const).map(
    (reason) => new PresentationError(reason).message,
  );
  assert.equal(new Set(refused).size, 1);
  assert.ok(!refused.join().includes('nonce'));
});

test('codes of the standard where it has one, else invalid_request', () => {
  assert.equal(new PresentationError('transaction_data').code, 'invalid_transaction_data');
  assert.equal(new PresentationError('wallet_formats').code, 'vp_formats_not_supported');
  assert.equal(new PresentationError('kb_nonce').code, 'invalid_request');
});

test('a refusal gets its credential once; other errors are not changed', () => {
  const cause = new Error('x');
  const inner = new PresentationError('claims', { cause, finding: 'age is missing' });
  const about = withCredential(inner, 'pid');
  assert.ok(about instanceof PresentationError);
  assert.deepEqual(
    [about.reason, about.credential, about.finding, about.cause],
    ['claims', 'pid', 'age is missing', cause],
  );
  assert.equal(withCredential(about, 'other'), about);
  assert.equal(withCredential(cause, 'pid'), cause);
  assert.throws(
    () =>
      aboutCredential('pid', () => {
        throw inner;
      }),
    (error) => error instanceof PresentationError && error.credential === 'pid',
  );
  assert.equal(
    aboutCredential('pid', () => 1),
    1,
  );
});
