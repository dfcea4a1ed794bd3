/** RFC 9449, 5: which DPoP key a refresh may have, and which access token it binds. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { refreshGrants } from '@countersign/shared/test/model/every-tenant';
import { signer } from '../support.ts';
import { REDIRECT_URI, registered, VERIFIER, wallet } from '../world.ts';
import {
  credentialWith,
  DAY,
  openRenewable,
  records,
  refreshed,
  renewals,
  type TokenAnswer,
  tokenFor,
} from './renewable.ts';

const other = signer();

/** The client `registered`, which authenticates by its key, with a refresh token and a credential. */
async function authenticated(t: TestContext) {
  const world = await openRenewable(t);
  const client = () => ({ client_id: 'registered', ...world.assertion() });
  const { session, code } = await world.code(client(), world.dpop());
  const body = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
  const first = (await world.post('issuer.token', { ...body, ...client() }, world.dpop())).body;
  const { access_token, refresh_token } = first as unknown as TokenAnswer;
  const redeemAgain = () => world.post('issuer.token', { ...body, ...client() }, world.dpop());
  const refresh = (key = other, more = client()) => refreshed(world, refresh_token, more, world.dpop({}, key));
  return { world, session, access_token, refresh_token, refresh, redeemAgain };
}

test('a client that authenticates may refresh with another key; each access token has the key of its request', async (t) => {
  const { world, access_token, refresh } = await authenticated(t);
  const second = await refresh();
  assert.equal(second.token_type, 'DPoP');
  for (const [token, own, foreign] of [
    [access_token, wallet, other],
    [second.access_token, other, wallet],
  ] as const) {
    await assert.rejects(credentialWith(world, token, 'pid', foreign), { code: 'invalid_token' });
    assert.equal(((await credentialWith(world, token, 'pid', own)).credentials as unknown[]).length, 1);
  }
});

test('so it is in a renewal, and the last key does not bind the next refresh', async (t) => {
  const { world, session, access_token, refresh } = await authenticated(t);
  await credentialWith(world, access_token);
  world.now += DAY;
  const one = await refresh();
  const two = await refresh(wallet);
  assert.equal((await renewals(world, session)).length, 1);
  await assert.rejects(credentialWith(world, one.access_token, 'pid', wallet), { code: 'invalid_token' });
  await assert.rejects(credentialWith(world, two.access_token, 'pid', other), { code: 'invalid_token' });
  await credentialWith(world, one.access_token, 'pid', other);
  await credentialWith(world, two.access_token, 'pid', wallet);
});

test('a stolen token with a key of the thief is refused without the authentication of its client', async (t) => {
  const { world, refresh, refresh_token } = await authenticated(t);
  const thief = (more: object) => refreshed(world, refresh_token, { ...more }, world.dpop({}, other));
  await assert.rejects(thief({ client_id: 'registered' }), { code: 'invalid_client' });
  await assert.rejects(thief({ client_id: '' }), { code: 'invalid_client' });
  await assert.rejects(thief({ client_id: 'wallet' }), { code: 'invalid_client' });
  // Its registration was removed: its name is now a public client's.
  writeFileSync(join(world.configFolder, 'wallets.json'), JSON.stringify({ clients: [] }));
  await assert.rejects(thief({ client_id: 'registered' }), { code: 'invalid_client' });
  const clients = ['registered', 'second'].map((client_id, n) => ({
    client_id,
    redirect_uris: [REDIRECT_URI],
    jwks: { keys: [{ ...[signer(), registered][n]?.jwk, kid: 'k' }] },
  }));
  writeFileSync(join(world.configFolder, 'wallets.json'), JSON.stringify({ clients }));
  const second = world.assertion({ iss: 'second', sub: 'second' });
  await assert.rejects(thief({ client_id: 'second', ...second }), { code: 'invalid_grant' });
  await assert.rejects(thief({ client_id: 'registered', ...world.assertion() }), { code: 'invalid_client' });
  const own = { ...clients[0], jwks: { keys: [{ ...registered.jwk, kid: 'k' }] } };
  writeFileSync(join(world.configFolder, 'wallets.json'), JSON.stringify({ clients: [own] }));
  await refresh();
});

test('a client that authenticates still needs a proof: its token stays sender-constrained', async (t) => {
  const { world, refresh_token } = await authenticated(t);
  const client = { client_id: 'registered', ...world.assertion() };
  await assert.rejects(refreshed(world, refresh_token, client, {} as never), { code: 'invalid_dpop_proof' });
});

test('a lost answer is still recognized after a refresh with another key', async (t) => {
  const { world, refresh, redeemAgain } = await authenticated(t);
  await refresh();
  await assert.rejects(redeemAgain(), { code: 'invalid_grant' });
  const { access_token } = await refresh();
  await credentialWith(world, access_token, 'pid', other);
});

test('a public client stays bound to its key, and so does a record that does not say how its client came', async (t) => {
  const { world, refresh } = await authenticated(t);
  const [record = assert.fail('no record')] = await records(world);
  const { authenticated: _, ...holder } = record.holder;
  assert.ok((await world.store.replace(refreshGrants, { ...record, holder })) !== undefined);
  await assert.rejects(refresh(), { code: 'invalid_grant' });
  await refresh(wallet);
  const open = await tokenFor(world);
  await assert.rejects(refreshed(world, open.refresh_token, {}, world.dpop({}, other)), { code: 'invalid_grant' });
  await refreshed(world, open.refresh_token);
});
