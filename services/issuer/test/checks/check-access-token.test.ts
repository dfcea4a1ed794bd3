import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grant, IssuancePart } from '@countersign/shared/model/issuance/issuance-part';
import { given, grant } from '@countersign/shared/test/model/issuance/issuance-given';
import { checkAccessToken } from '../../src/checks/check-access-token.ts';
import { NOW } from '../protocol/support.ts';
import { holding, reference, sessionWith } from './known.ts';

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
  const refused = { code: 'invalid_token', options: { scheme: 'DPoP' } };
  await assert.rejects(check({}, 'x'), refused);
  await assert.rejects(check({}, reference(2).text), refused);
  await assert.rejects(check({ revoked: true }), refused);
  await assert.rejects(check({ expiresAt: NOW }), refused);
  const without = holding(sessionWith());
  await assert.rejects(checkAccessToken({ ...without, scheme: 'DPoP', token }), refused);
});
