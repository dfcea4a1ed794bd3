/** The reason of a session for each reason of a token check. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JwtError, type JwtReason } from '@countersign/shared/crypto/jwt-error';
import { issuerError, keyBindingError } from '../../src/presentation/jwt-refusals.ts';
import { refuses, refusesWith } from './refuses.ts';

const throwing = (reason: JwtReason) => () => {
  throw new JwtError(reason);
};

test('a refusal of the issuer-signed JWT names its part', () => {
  refuses(() => issuerError(throwing('signature')), 'issuer_signature');
  refuses(() => issuerError(throwing('algorithm')), 'issuer_header');
  refuses(() => issuerError(throwing('certificate_path')), 'issuer_trust');
  refuses(() => issuerError(throwing('expired')), 'time');
  refuses(() => issuerError(throwing('digest')), 'disclosure');
});

test('the same refusal of the Key Binding JWT names the proof', () => {
  refuses(() => keyBindingError(throwing('signature')), 'kb_signature');
  refuses(() => keyBindingError(throwing('expired')), 'kb_iat');
});

test('any other reason is presentation_format', () => {
  refuses(() => issuerError(throwing('too_long')), 'presentation_format');
  refuses(() => keyBindingError(throwing('certificate_path')), 'presentation_format');
});

test('defects and results are passed on unchanged', () => {
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

test('facts: those of the error, what was checked, and further ones of the caller; only those of the reason', () => {
  const expired = () => {
    throw new JwtError('expired', { facts: { claim: 'exp', expiredSeconds: 7, bytes: 5 } });
  };
  refusesWith(() => issuerError(expired), 'time', {
    claim: 'exp',
    offsetSeconds: -7,
    expiredSeconds: 7,
    detail: 'expired',
  });
  const place = () => ({ place: 'folder' });
  refusesWith(() => issuerError(throwing('certificate_path'), place), 'issuer_trust', {
    place: 'folder',
    detail: 'certificate_path',
  });
  refusesWith(() => issuerError(throwing('type')), 'issuer_header', { parameter: 'typ', detail: 'type' });
});
