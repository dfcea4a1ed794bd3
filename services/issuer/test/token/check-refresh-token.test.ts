import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkRefreshToken } from '../../src/token/check-refresh-token.ts';
import { openRenewable, records, tokenFor } from './renewable.ts';

const otherSecret = (token: string): string => token.slice(0, 30) + (token[30] === 'A' ? 'B' : 'A') + token.slice(31);

test('the record of a token is found by its handle, in the tenant of the request, with its secret', async (t) => {
  const world = await openRenewable(t);
  const { refresh_token = '' } = await tokenFor(world);
  const [record] = await records(world);
  const check = (refreshToken: string, tenant = 'default') =>
    checkRefreshToken({ ...world.dependencies, request: { ...world.request({}), tenant }, refreshToken });
  assert.deepEqual(await check(refresh_token), { record });
  const refused = { code: 'invalid_grant' };
  await assert.rejects(check(otherSecret(refresh_token)), refused);
  await assert.rejects(check('x'), refused);
  await assert.rejects(check(refresh_token, 'acme'), { code: 'unsupported_grant_type' });
});

test('where the tenant renews nothing, the grant is not supported', async (t) => {
  const world = await openRenewable(t, {});
  const check = checkRefreshToken({ ...world.dependencies, request: world.request({}), refreshToken: 'x'.repeat(64) });
  await assert.rejects(check, { code: 'unsupported_grant_type' });
});

test('an unknown token and a tenant that renews nothing have different reasons', async (t) => {
  const renewing = await openRenewable(t);
  const sent = (world: typeof renewing) =>
    refusalOf(() => checkRefreshToken({ ...world.dependencies, request: world.request({}), refreshToken: 'x' }));
  assert.deepEqual(await sent(renewing), { code: 'invalid_grant', reason: 'refresh_token_unknown' });
  const { code, reason, facts } = await sent(await openRenewable(t, {}));
  assert.deepEqual([code, reason, facts?.received], ['unsupported_grant_type', 'grant_type', 'refresh_token']);
});
