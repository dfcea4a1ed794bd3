import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logins } from '@countersign/shared/test/model/every-tenant';
import { openedAdapter } from './opened-adapter.ts';

test('a token is that of a used code, until ten minutes later', async (t) => {
  const { of, ofOther, advance, clock, issue } = await openedAdapter(t);
  const claims = { userinfo: { given_name: null } };
  const { code, grantId, token } = await issue({ claims, nonce: 'n', redirectUri: 'r' });
  assert.equal(await of('AccessToken').find(token), undefined, 'before the code was used');
  await of('AuthorizationCode').consume(code);
  const now = clock() / 1000;
  const same = { accountId: 'erika', clientId: 'shop' };
  assert.deepEqual(await of('AccessToken').find(token), {
    kind: 'AccessToken',
    jti: token,
    gty: 'authorization_code',
    ...same,
    grantId,
    scope: 'openid profile',
    claims,
    iat: now,
    exp: now + 600,
  });
  assert.deepEqual(await of('Grant').find(grantId), {
    kind: 'Grant',
    jti: grantId,
    ...same,
    openid: { scope: 'openid profile', claims: ['given_name'] },
    iat: now,
    exp: now + 660,
  });
  assert.equal(await ofOther('AccessToken').find(token), undefined);
  advance(660_000);
  assert.equal(await of('AccessToken').find(token), undefined);
});

test('whoever knows a code can make neither its token nor another code', async (t) => {
  const { of, issue } = await openedAdapter(t);
  const { code, token, forged } = await issue();
  await of('AuthorizationCode').consume(code);
  for (const text of [code, forged, `${token.slice(0, -2)}AA`, token.slice(1), '', 'unknown']) {
    assert.equal(await of('AccessToken').find(text), undefined, text);
  }
  for (const text of [token, forged, '', 'unknown']) {
    assert.equal(await of('AuthorizationCode').find(text), undefined, text);
  }
});

test('neither a code nor what it stands for is readable in the store', async (t) => {
  const { of, store, issue } = await openedAdapter(t);
  const { code, token } = await issue({ nonce: 'CANARY-nonce' });
  await of('AuthorizationCode').consume(code);
  const { documents } = await store.find(logins, { index: 'end', limit: 10 });
  assert.equal(documents.length, 1);
  const stored = JSON.stringify(documents);
  assert.doesNotMatch(stored, /CANARY/);
  for (const secret of [code, token, code.slice(-43), token.slice(-43)]) assert.ok(!stored.includes(secret));
});

test('what belongs to a grant ends with it', async (t) => {
  const { of, issue } = await openedAdapter(t);
  const [one, other, third] = [await issue(), await issue(), await issue()];
  for (const { code } of [one, other, third]) await of('AuthorizationCode').consume(code);
  await of('AuthorizationCode').revokeByGrantId(one.grantId);
  await of('Grant').destroy(third.grantId);
  for (const { code, grantId, token } of [one, third]) {
    assert.equal(await of('AuthorizationCode').find(code), undefined);
    assert.equal(await of('AccessToken').find(token), undefined);
    assert.equal(await of('Grant').find(grantId), undefined);
  }
  assert.notEqual(await of('AccessToken').find(other.token), undefined);
});
