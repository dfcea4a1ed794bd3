import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { referenceOfRequestUri } from '../../src/session/request-uri.ts';
import { goodRequest, openIssuer, registered, wallet } from '../world.ts';

const PAR = 'issuer.pushed-authorization-request';

test('a pushed request is stored with the hash of its request_uri and the key of its proof', async (t) => {
  const world = await openIssuer(t, { REQUEST_URI_TTL: '60' });
  const { session, grant } = await world.offer();
  const { body } = await world.post(PAR, { ...goodRequest, issuer_state: grant }, world.dpop());
  const { request_uri, expires_in } = body as { request_uri: string; expires_in: number };
  assert.equal(expires_in, 60);
  const { issuance, status } = await world.stored(session);
  const { progress } = issuance;
  assert.ok(status === 'pushed' && progress.state === 'pushed');
  assert.equal(progress.expiresAt, world.now + 60_000);
  assert.equal(progress.request.dpopJkt, wallet.thumbprint);
  assert.deepEqual(progress.request.configurationIds, ['pid', 'pass']);
  const secret = referenceOfRequestUri(request_uri) ?? assert.fail();
  assert.ok(!JSON.stringify(issuance).includes(secret.slice(22)), 'the secret is not kept');
});

test('a proof is used up by the stored request, and by no refused one', async (t) => {
  const world = await openIssuer(t);
  const { session, grant } = await world.offer();
  const proof = world.dpop();
  const refused = world.post(PAR, { ...goodRequest, issuer_state: grant, response_type: 'token' }, proof);
  await assert.rejects(refused, { code: 'unsupported_response_type' });
  await world.post(PAR, { ...goodRequest, issuer_state: grant }, proof);
  const kept = await world.stored(session);
  const again = world.post(PAR, { ...goodRequest, issuer_state: grant }, proof);
  await assert.rejects(again, { code: 'invalid_dpop_proof' });
  assert.deepEqual((await world.stored(session)).issuance, kept.issuance);
});

test('a new push replaces the previous one; a push with another key is refused', async (t) => {
  const world = await openIssuer(t);
  const { session, grant } = await world.offer();
  const push = (key = wallet) => world.post(PAR, { ...goodRequest, issuer_state: grant }, world.dpop({}, key));
  const first = (await push()).body as { request_uri: string };
  await push();
  const query = { client_id: 'wallet', request_uri: first.request_uri };
  await assert.rejects(world.call('issuer.authorize', { query }), { code: 'invalid_request_uri' });
  await assert.rejects(push(registered), { code: 'invalid_request' });
  assert.equal((await world.stored(session)).status, 'pushed');
});

test('an offer that another wallet began: the reason advises to create a new offer', async (t) => {
  const world = await openIssuer(t);
  const { grant } = await world.offer();
  const push = (headers: object) =>
    world.post('issuer.pushed-authorization-request', { ...goodRequest, issuer_state: grant }, { ...headers });
  await push(world.dpop());
  const facts = { expectedJkt: wallet.thumbprint, receivedJkt: registered.thumbprint, state: 'pushed' };
  assert.deepEqual(await refusalOf(() => push(world.dpop({}, registered))), {
    code: 'invalid_request',
    reason: 'offer_begun',
    facts,
  });
});
