import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Grant, IssuancePart } from '@countersign/shared/model/issuance/issuance-part';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkAccessToken } from '../../src/access/check-access-token.ts';
import { holding, reference, sessionWith } from '../order-of-refusals/known.ts';
import { given, grant } from '../session/issuance-given.ts';
import { NOW } from '../support.ts';

const issued = (change: Partial<IssuancePart>) => given('token_issued', change);
const { text: token, hash: tokenHash } = reference(1);
const check = (change: Partial<Grant> = {}, given = token) => {
  const progress = { state: 'token_issued', grant: { ...grant, tokenHash, ...change } } as const;
  return checkAccessToken({ ...holding(sessionWith(issued({ progress }))), scheme: 'DPoP', token: given });
};

test('a valid token finds its grant', async () => {
  const known = await check();
  assert.equal(known.grant.tokenHash, tokenHash);
  assert.equal(known.session.id, 's');
});

test('an unknown, revoked or expired token is refused, in its scheme', async () => {
  const refused = ({ code, options }: ProtocolError) => code === 'invalid_token' && options.scheme === 'DPoP';
  await assert.rejects(check({}, 'x'), refused);
  await assert.rejects(check({}, reference(2).text), refused);
  await assert.rejects(check({ revoked: true }), refused);
  await assert.rejects(check({ expiresAt: NOW }), refused);
  const without = holding(sessionWith());
  await assert.rejects(checkAccessToken({ ...without, scheme: 'DPoP', token }), refused);
});

test('the backend learns why: the wallet gets one text', async () => {
  const of = (change: Partial<Grant>, sent = token) => whyRefused(() => check(change, sent));
  assert.deepEqual(await of({}, 'x'), ['token_unknown', { detail: 'no_session' }]);
  assert.deepEqual(await of({}, reference(2).text), ['token_unknown', { detail: 'another_token' }]);
  assert.deepEqual(await of({ revoked: true }), ['token_revoked', { state: 'token_issued' }]);
  assert.deepEqual(await of({ expiresAt: NOW - 90_000 }), ['token_expired', { expiredSeconds: 90 }]);
});
