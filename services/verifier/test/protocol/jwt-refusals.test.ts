/** Which reason a session gets for what a token check has found. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JwtError, type JwtReason } from '@countersign/shared/crypto/jwt-error';
import { issuerError, keyBindingError } from '../../src/protocol/jwt-refusals.ts';
import { refuses } from './refuses.ts';

const throwing = (reason: JwtReason) => () => {
  throw new JwtError(reason);
};

test('a finding of the issuer says what of the issuer it is about', () => {
  refuses(() => issuerError(throwing('signature')), 'issuer_signature');
  refuses(() => issuerError(throwing('algorithm')), 'issuer_header');
  refuses(() => issuerError(throwing('certificate_path')), 'issuer_trust');
  refuses(() => issuerError(throwing('expired')), 'time');
  refuses(() => issuerError(throwing('digest')), 'disclosure');
});

test('the same finding of the proof says that it is about the proof', () => {
  refuses(() => keyBindingError(throwing('signature')), 'kb_signature');
  refuses(() => keyBindingError(throwing('expired')), 'kb_iat');
});

test('what has no reason of its own is a matter of form', () => {
  refuses(() => issuerError(throwing('too_long')), 'presentation_format');
  refuses(() => keyBindingError(throwing('certificate_path')), 'presentation_format');
});

test('an error of this program stays one, and a result comes through', () => {
  assert.throws(
    () =>
      issuerError(() => {
        throw new TypeError('x');
      }),
    TypeError,
  );
  assert.equal(
    issuerError(() => 7),
    7,
  );
});
