/** The backend cancels an issuance: open offers only, and never another tenant's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withToken } from '../credential/token.ts';
import { openIssuer, refusal, type World } from '../world.ts';

const cancel = (world: World, sessionId: string, tenant = 'default') =>
  world.call('issuer.cancel', { tenant, params: { sessionId } });

test('an open offer ends once', async (t) => {
  const world = await openIssuer(t);
  const { session } = await world.offer();
  assert.deepEqual((await cancel(world, session)).body, {});
  const { progress } = (await world.stored(session)).issuance;
  assert.equal(progress.state, 'failed');
  const { code, options } = await refusal(cancel(world, session));
  assert.deepEqual([code, options.reason, options.facts], ['conflict', 'session_not_open', { state: 'failed' }]);
});

test('an offer that a wallet has redeemed goes on', async (t) => {
  const world = await openIssuer(t);
  const { session } = await withToken(world, { claims: { pid: { given_name: 'Max' } } });
  assert.equal((await refusal(cancel(world, session))).code, 'conflict');
  assert.notEqual((await world.stored(session)).issuance.progress.state, 'failed');
});

test('an unknown session, and one of another tenant, are not found and stay', async (t) => {
  const world = await openIssuer(t);
  const { session } = await world.offer();
  assert.equal((await refusal(cancel(world, 'nothing'))).code, 'not_found');
  assert.equal((await refusal(cancel(world, session, 'acme'))).code, 'not_found');
  assert.notEqual((await world.stored(session)).issuance.progress.state, 'failed');
});
