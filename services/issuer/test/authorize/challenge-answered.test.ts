import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { goodRequest, openIssuer, REDIRECT_URI, refusal, registered, VERIFIER, wallet } from '../world.ts';

const CHALLENGE = 'issuer.authorization-challenge';

/** An attempt of a wallet with a key, and a function that completes it. */
async function attempted(t: TestContext, more: JsonObject = {}) {
  const world = await openIssuer(t);
  const { session, grant } = await world.offer({ credentialConfigurationIds: ['member'] });
  const asked = { ...goodRequest, issuer_state: grant, ...more };
  const { options } = await refusal(world.post(CHALLENGE, asked, world.dpop()));
  const auth_session = options.members?.auth_session;
  const answer = async (more = {}, key = wallet) => {
    const body = { auth_session, presentation_during_issuance_session: 'presented', ...more };
    const reply = await world.post(CHALLENGE, body, world.dpop({}, key));
    return (reply.body as { authorization_code: string }).authorization_code;
  };
  const refused = (answered: Promise<unknown>) => assert.rejects(answered, { code: 'invalid_session' });
  return { world, session, answer, refused };
}

test('a verified presentation yields a code; a repeated request replaces it', async (t) => {
  const { world, session, answer } = await attempted(t);
  await world.present(session);
  const [first, second] = [await answer(), await answer()];
  assert.notEqual(first, second);
  assert.equal((await world.stored(session)).status, 'authorized');
  const redeem = (code: string) => {
    const asked = { grant_type: 'authorization_code', code, client_id: 'wallet', redirect_uri: REDIRECT_URI };
    return world.post('issuer.token', asked, world.dpop());
  };
  await assert.rejects(redeem(first), { code: 'invalid_grant' });
  assert.equal((await redeem(second)).status, undefined);
});

test('without a presentation of this wallet there is no code', async (t) => {
  const { world, session, answer, refused } = await attempted(t);
  await refused(answer());
  await world.present(session, { state: 'requested' });
  await refused(answer());
  await world.present(session);
  await refused(answer({ presentation_during_issuance_session: 'of another wallet' }));
  assert.equal((await world.stored(session)).status, 'presentation_required');
  await answer();
});

test('another client, another key and an expired attempt are refused', async (t) => {
  const { world, session, answer, refused } = await attempted(t);
  await world.present(session);
  await refused(answer({ client_id: 'another' }));
  await refused(answer({}, registered));
  world.now += 600_000;
  await refused(answer());
});

test('the attempt of an authenticated client requires its authentication again', async (t) => {
  const world = await openIssuer(t);
  const { session, grant } = await world.offer({ credentialConfigurationIds: ['member'] });
  const asked = { ...goodRequest, client_id: 'registered', issuer_state: grant, ...world.assertion() };
  const { options } = await refusal(world.post(CHALLENGE, asked));
  await world.present(session);
  const body = { auth_session: options.members?.auth_session, presentation_during_issuance_session: 'presented' };
  const refused = world.post(CHALLENGE, body as JsonObject);
  await assert.rejects(refused, { code: 'invalid_session' });
  await world.post(CHALLENGE, { ...body, ...world.assertion() } as JsonObject);
});

test('a code without a code_challenge accepts no code_verifier', async (t) => {
  const { world, session, answer } = await attempted(t, { code_challenge: undefined });
  await world.present(session);
  const asked = { grant_type: 'authorization_code', code: await answer(), client_id: 'wallet' };
  const redeem = (more = {}) =>
    world.post('issuer.token', { ...asked, redirect_uri: REDIRECT_URI, ...more }, world.dpop());
  await assert.rejects(redeem({ code_verifier: VERIFIER }), { code: 'invalid_grant' });
  await redeem();
});

test('a rejected presentation ends the issuance', async (t) => {
  const { world, session, answer, refused } = await attempted(t);
  await world.present(session, { state: 'rejected', reason: 'access_denied' });
  await refused(answer());
  const { issuance } = await world.stored(session);
  assert.ok(issuance.progress.state === 'failed' && issuance.progress.reason === 'presentation_rejected');
});

test('the reasons of a second challenge', async (t) => {
  const { world, session, answer } = await attempted(t);
  const why = async (answered: Promise<unknown>) => {
    const { reason, facts } = whyOf(await refusal(answered));
    return facts === undefined ? [reason] : [reason, facts];
  };
  assert.deepEqual(await why(answer()), ['presentation_not_proven', { state: 'none' }]);
  await world.present(session);
  assert.deepEqual(await why(answer({ client_id: 'another' })), [
    'auth_session_client',
    { expected: 'wallet', received: 'another' },
  ]);
  const keys = { expectedJkt: wallet.thumbprint, receivedJkt: registered.thumbprint };
  assert.deepEqual(await why(answer({}, registered)), ['dpop_key', keys]);
  await world.present(session, { state: 'rejected', reason: 'kb_nonce' });
  assert.deepEqual(await why(answer()), ['presentation_rejected']);
});
