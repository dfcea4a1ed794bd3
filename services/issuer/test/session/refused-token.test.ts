import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IssuanceProgress } from '@countersign/shared/model/session/issuance-part';
import { refusedToken } from '../../src/session/refused-token.ts';
import { given, grant } from './issuance-given.ts';

const NOW = 1_000_000_000;
const live = { ...grant, expiresAt: NOW + 1000 };
const of = (progress: IssuanceProgress, tokenHash = grant.tokenHash) => refusedToken(progress, tokenHash, NOW);

test('each cause has a reason of its own', () => {
  const at = (change: object): IssuanceProgress => ({ state: 'issued', grant: { ...live, ...change } });
  assert.deepEqual(of(at({}), 'other'), { reason: 'token_unknown', facts: { detail: 'another_token' } });
  assert.deepEqual(of(at({ revoked: true })), { reason: 'token_revoked', facts: { state: 'issued' } });
  assert.deepEqual(of(at({})), { reason: 'issuance_ended', facts: { state: 'issued' } });
  const expired = { reason: 'token_expired', facts: { expiredSeconds: 30 } };
  assert.deepEqual(of(at({ expiresAt: NOW - 30_000 })), expired);
  assert.deepEqual(of(at({ expiresAt: NOW - 30_000, revoked: true })), expired, 'the end came first');
});

test('a session without a token has issued none, or has ended', () => {
  assert.deepEqual(of(given('created').progress), {
    reason: 'token_unknown',
    facts: { detail: 'none_issued' },
  });
  assert.deepEqual(of(given('expired').progress), { reason: 'issuance_ended', facts: { state: 'expired' } });
});
