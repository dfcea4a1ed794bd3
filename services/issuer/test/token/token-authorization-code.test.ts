import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { grantOf } from '../../src/session/grant.ts';
import { sha256 } from '../support.ts';
import { openIssuer, REDIRECT_URI, registered, VERIFIER, type World, wallet } from '../world.ts';

async function coded(t: TestContext, headers: (world: World) => object = () => ({})) {
  const world = await openIssuer(t);
  const { session, code } = await world.code({}, { ...headers(world) });
  const asked = { grant_type: 'authorization_code', code, client_id: 'wallet', redirect_uri: REDIRECT_URI };
  const redeem = (more = {}, proof: object = headers(world)) =>
    world.post('issuer.token', { ...asked, code_verifier: VERIFIER, ...more }, { ...proof });
  const revoked = async () => grantOf((await world.stored(session)).issuance.progress)?.revoked === true;
  const refused = (code: string, answer: Promise<unknown>) => assert.rejects(answer, { code });
  return { world, session, redeem, revoked, refused };
}

test('a code yields one token, which covers the authorized configurations', async (t) => {
  const { world, session, redeem } = await coded(t);
  const { body } = await redeem();
  const { progress } = (await world.stored(session)).issuance;
  assert.ok(progress.state === 'token_issued');
  assert.deepEqual(progress.grant.configurationIds, ['pid', 'pass']);
  assert.equal(progress.grant.redeemedAt, world.now);
  const { access_token } = body as { access_token: string };
  assert.ok(!JSON.stringify(progress).includes(access_token.slice(22)), 'the token is not kept');
});

test('a repeated code revokes its token', async (t) => {
  const { redeem, revoked, refused } = await coded(t);
  await redeem();
  await refused('invalid_grant', redeem());
  assert.ok(await revoked());
});

test('the holder of the key may repeat a lost answer; another key, or later, revokes', async (t) => {
  const { world, redeem, revoked, refused } = await coded(t, (world) => world.dpop());
  await redeem();
  await refused('invalid_grant', redeem());
  assert.ok(!(await revoked()));
  world.now += 10_001;
  await refused('invalid_grant', redeem());
  assert.ok(await revoked());
  const second = await coded(t, (other) => other.dpop());
  await second.redeem();
  await refused('invalid_grant', second.redeem({}, second.world.dpop({}, registered)));
  assert.ok(await second.revoked());
});

test('a mismatch with the authorization request is refused, and uses up nothing', async (t) => {
  const { world, redeem, refused } = await coded(t, (world) => world.dpop());
  await refused('invalid_grant', redeem({ redirect_uri: 'https://elsewhere.example' }));
  await refused('invalid_grant', redeem({ code_verifier: 'w'.repeat(43) }));
  await refused('invalid_grant', redeem({ code_verifier: undefined }));
  await refused('invalid_grant', redeem({ client_id: 'another' }));
  await refused('invalid_grant', redeem({}, world.dpop({}, registered)));
  await refused('invalid_grant', redeem({}, {}));
  await refused('invalid_request', redeem({ client_id: undefined }));
  await redeem();
});

test('an expired code is refused', async (t) => {
  const { world, redeem, refused } = await coded(t);
  world.now += world.platform.settings.CODE_TTL * 1000;
  await refused('invalid_grant', redeem());
});

test('a token covers fewer configurations where the request names fewer, never more', async (t) => {
  const { world, session, redeem, refused } = await coded(t);
  const details = (id: string) => ({
    authorization_details: JSON.stringify([{ type: 'openid_credential', credential_configuration_id: id }]),
  });
  await refused('invalid_authorization_details', redeem(details('member')));
  const { body } = await redeem(details('pass'));
  assert.ok(Array.isArray((body as { authorization_details?: unknown }).authorization_details));
  const grant = grantOf((await world.stored(session)).issuance.progress);
  assert.deepEqual(grant?.configurationIds, ['pass']);
});

test('claims of a webhook are due before the token ends', async (t) => {
  const { world, session, redeem } = await coded(t);
  const requestId = sha256('request');
  const attempt = { channel: 'browser', sessionHash: 'h', requestId, configurationId: 'login' } as const;
  await world.change(session, (document) => {
    const { progress } = document.issuance;
    if (progress.state !== 'authorized') return assert.fail();
    const times = { createdAt: world.now, expiresAt: world.now + 600_000 };
    const presented = { ...progress, attempt: { ...attempt, ...times, sealedRequestUri: 's' } };
    const claims = { requestId, state: 'expected', deadline: world.now + 86_400_000 } as const;
    return { ...document, issuance: { ...document.issuance, progress: presented }, claims };
  });
  await redeem();
  const { issuance, claims } = await world.stored(session);
  const { expiresAt = 0 } = grantOf(issuance.progress) ?? {};
  const byDeadline = world.now + world.platform.settings.CLAIMS_DEADLINE * 1000;
  assert.equal(claims?.deadline, Math.min(byDeadline, expiresAt - 30_000));
});

test('the DPoP key of PAR binds the token', async (t) => {
  const { world, session, redeem } = await coded(t, (world) => world.dpop());
  await redeem();
  assert.equal(grantOf((await world.stored(session)).issuance.progress)?.dpopJkt, wallet.thumbprint);
});

test('the reasons of a code, of its redirect URI and of its verifier', async (t) => {
  const { session, redeem, world } = await coded(t);
  const why = async (more: object) => {
    const { reason, facts } = await refusalOf(() => redeem(more));
    return facts === undefined ? [reason] : [reason, facts];
  };
  const expected = REDIRECT_URI;
  assert.deepEqual(await why({ redirect_uri: `${REDIRECT_URI}/` }), [
    'code_redirect_uri',
    { expected, received: `${REDIRECT_URI}/`, difference: 'a trailing slash too many' },
  ]);
  assert.deepEqual(await why({ redirect_uri: '' }), ['code_redirect_uri', { expected }]);
  assert.deepEqual(await why({ code_verifier: 'w'.repeat(43) }), ['pkce_verifier', { detail: 'mismatch' }]);
  assert.deepEqual(await why({ client_id: 'other' }), ['code_client', { expected: 'wallet', received: 'other' }]);
  const details = JSON.stringify([{ type: 'openid_credential', credential_configuration_id: 'card' }]);
  assert.deepEqual(await why({ authorization_details: details }), [
    'scope_exceeded',
    { received: ['card'], configurationIds: ['pid', 'pass'] },
  ]);
  await redeem();
  assert.deepEqual(await why({}), ['code_used', { state: 'token_issued' }]);
  assert.equal((await world.stored(session)).lastRefusal?.reason, 'code_used');
});

test('the reason of a verifier without a challenge', async (t) => {
  const { session, redeem, world } = await coded(t);
  await world.change(session, (document) => {
    const { progress } = document.issuance;
    assert.ok(progress.state === 'authorized');
    const { codeChallenge: _, ...request } = progress.request;
    return { ...document, issuance: { ...document.issuance, progress: { ...progress, request } } };
  });
  assert.equal((await refusalOf(() => redeem())).reason, 'pkce_unexpected');
});
