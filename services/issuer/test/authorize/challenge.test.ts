import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { goodRequest, openIssuer, refusal, type World, wallet } from '../world.ts';

/** The response of a challenge, which is always an error. */
async function challenged(world: World, body: JsonObject, headers = {}) {
  const { code, options } = await refusal(world.post('issuer.authorization-challenge', body, headers));
  return { code, members: options.members ?? {} };
}

test('an offer without a presentation continues in the browser, with the request pushed', async (t) => {
  const world = await openIssuer(t);
  const { session, grant } = await world.offer();
  const { response_type: _, ...asked } = goodRequest;
  const { code, members } = await challenged(world, { ...asked, issuer_state: grant });
  assert.equal(code, 'redirect_to_web');
  assert.equal((await world.stored(session)).status, 'pushed');
  const query = { client_id: 'wallet', request_uri: String(members.request_uri) };
  assert.equal((await world.call('issuer.authorize', { query })).status, 302);
});

test('a challenge with an incomplete request pushes nothing', async (t) => {
  const world = await openIssuer(t);
  const { session, grant } = await world.offer();
  const answer = await challenged(world, { client_id: 'wallet', issuer_state: grant });
  assert.deepEqual(answer, { code: 'redirect_to_web', members: {} });
  assert.equal((await world.stored(session)).status, 'created');
});

test('an offer that needs a presentation begins an attempt, also without a code_challenge', async (t) => {
  const world = await openIssuer(t);
  const { session, grant } = await world.offer({ credentialConfigurationIds: ['member'] });
  const { code_challenge: _, code_challenge_method: __, ...asked } = goodRequest;
  const { code, members } = await challenged(world, { ...asked, issuer_state: grant }, world.dpop());
  assert.equal(code, 'insufficient_authorization');
  assert.deepEqual(Object.keys(members), ['auth_session', 'presentation']);
  const { issuance, outbox } = await world.stored(session);
  const { progress } = issuance;
  assert.ok(progress.state === 'presentation_required');
  assert.deepEqual([progress.attempt.channel, progress.attempt.configurationId], ['challenge', 'login']);
  assert.equal(progress.request.dpopJkt, wallet.thumbprint);
  assert.deepEqual(
    outbox.map(({ event }) => event.type),
    ['presentation.requested.v1'],
  );
});

test('the requested configurations decide: without a presentation the browser continues', async (t) => {
  const world = await openIssuer(t);
  const { grant } = await world.offer({ credentialConfigurationIds: ['pid', 'member'] });
  const asked = { ...goodRequest, issuer_state: grant };
  assert.equal((await challenged(world, { ...asked, scope: 'pid' })).code, 'redirect_to_web');
  assert.equal((await challenged(world, { ...asked, scope: 'member' })).code, 'insufficient_authorization');
});

test('the answers that ask for the next step have a reason too', async (t) => {
  const world = await openIssuer(t);
  const why = async (body: JsonObject) =>
    whyOf(await refusal(world.post('issuer.authorization-challenge', body))).reason;
  const [plain, member] = [await world.offer(), await world.offer({ credentialConfigurationIds: ['member'] })];
  assert.equal(await why({ ...goodRequest, issuer_state: plain.grant }), 'browser_first');
  assert.equal(await why({ ...goodRequest, issuer_state: member.grant }), 'presentation_first');
});
