/**
 * Refresh tokens under misuse: stolen without a key, widened, from another tenant, after an erasure, many concurrently.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refreshGrants, sessions, statusEntries } from '@countersign/shared/test/model/every-tenant';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { dpopProof, newWalletKey } from '@countersign/wallet/jwt/keys';
import { read } from '@countersign/wallet/sending/answer';
import { assertRefused, count } from '../support/flows.ts';
import { type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { cardWith, refresh, renewingWallet, writeRenewable } from '../support/renewable.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const HOUR = 3_600_000;

describe('refresh tokens', () => {
  let server: TestServer;
  let now = Date.now();
  const clock = (): number => now;
  before(async () => {
    server = await startSampleServer({ clock });
    for (const shape of shapes) {
      for (const id of ['card', 'other']) writeRenewable(server, shape, {}, id);
    }
  });
  after(() => server.close());

  const renewals = async (first: string) =>
    (await server.platform.store.find(sessions, { index: 'first', equal: [first], limit: 100 })).documents;
  const call = async (shape: Shape, path: string, init: RequestInit = {}) => read(await shape.call(server, path, init));

  for (const shape of shapes) {
    it(`${shape.name}: a stolen token is of no use without its key, and stays valid for its owner`, async () => {
      const { wallet, session, refreshToken } = await renewingWallet(server, shape, clock);
      const thief = new Wallet({ issuer: shape.issuer(server), clock });
      assertRefused(await refresh(thief, refreshToken), 400, 'invalid_grant');
      const keyless = new Wallet({ issuer: shape.issuer(server), clock, dpop: false });
      assertRefused(await refresh(keyless, refreshToken), 400, 'invalid_dpop_proof');
      const url = `${shape.issuer(server)}/authorize/token`;
      const dpop = dpopProof(newWalletKey(), { method: 'POST', url, iat: Math.floor(now / 1000) });
      assert.equal((await refresh(thief, refreshToken, {}, { dpop })).status, 400);
      const records = await call(shape, `/audit?session=${session}`);
      assert.equal(records.json.filter(({ action }: { action: string }) => action === 'refresh.refused').length, 1);
      const answer = await refresh(wallet, refreshToken);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.json.refresh_token, refreshToken);
    });

    it(`${shape.name}: a refresh is not widened`, async () => {
      const { wallet, refreshToken } = await renewingWallet(server, shape, clock);
      assertRefused(await refresh(wallet, refreshToken, { scope: 'card other' }), 400, 'invalid_scope');
      const more = JSON.stringify([{ type: 'openid_credential', credential_configuration_id: 'other' }]);
      const widened = await refresh(wallet, refreshToken, { authorization_details: more });
      assertRefused(widened, 400, 'invalid_authorization_details');
      const { json } = await refresh(wallet, refreshToken, { scope: 'card' });
      assertRefused(await cardWith(wallet, json.access_token, 'other'), 400, 'credential_request_denied');
    });

    it(`${shape.name}: a token of another tenant is unknown`, async () => {
      const { wallet, refreshToken } = await renewingWallet(server, shape, clock);
      const elsewhere = shapes.find((one) => one !== shape) ?? assert.fail();
      const other = new Wallet({ issuer: elsewhere.issuer(server), clock });
      Object.assign(other, { dpopKey: wallet.dpopKey });
      assertRefused(await refresh(other, refreshToken), 400, 'invalid_grant');
    });

    it(`${shape.name}: after an erasure the token is unknown, also when only the renewal is left`, async () => {
      const { wallet, session, refreshToken } = await renewingWallet(server, shape, clock);
      now += 2 * HOUR;
      const { json } = await refresh(wallet, refreshToken);
      const [renewal] = await renewals(session);
      assert.equal((await call(shape, `/session/${renewal?.id}`, { method: 'DELETE' })).status, 200);
      assert.equal((await call(shape, `/session/${session}`)).status, 404);
      assert.deepEqual(await renewals(session), []);
      assertRefused(await refresh(wallet, refreshToken), 400, 'invalid_grant');
      assert.equal((await cardWith(wallet, json.access_token)).status, 401);
    });

    it(`${shape.name}: what is revoked is not renewed`, async () => {
      const { wallet, session, refreshToken } = await renewingWallet(server, shape, clock);
      now += 2 * HOUR;
      const { json } = await refresh(wallet, refreshToken);
      const body = JSON.stringify({ sessionId: session, status: 1 });
      const path = shape.tenant === 'default' ? '/status-management' : '/session/revoke';
      const revoked = await call(shape, path, { method: 'POST', body });
      assert.ok(revoked.status < 300, revoked.text);
      assertRefused(await refresh(wallet, refreshToken), 400, 'invalid_grant');
      assertRefused(await cardWith(wallet, json.access_token), 400, 'credential_request_denied');
    });

    it(`${shape.name}: 50 refreshes at once make one session, three tokens, and no index twice`, async () => {
      const { wallet, session, refreshToken } = await renewingWallet(server, shape, clock);
      now += 2 * HOUR;
      // The nonce of the proofs, fetched once.
      await wallet.nonce();
      const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(wallet, refreshToken)));
      assert.equal(count(answers, 200), 50);
      assert.equal((await renewals(session)).length, 1);
      const tokens = answers.map(({ json }) => json.access_token as string);
      assert.equal(new Set(tokens).size, 50);
      const used = await Promise.all(tokens.map((token) => cardWith(wallet, token)));
      assert.equal(count(used, 200), 3);
      assert.equal(count(used, 401), 47);
      const found = await server.platform.store.find(statusEntries, { index: 'session', limit: 1000 });
      const places = found.documents.flatMap(({ tenant, list, indexes }) =>
        indexes.map((one) => `${tenant}/${list}/${one}`),
      );
      assert.equal(new Set(places).size, places.length);
    });
  }

  it('the store has no token in clear', async () => {
    const { wallet, refreshToken } = await renewingWallet(server, shapes[0] ?? assert.fail(), clock);
    await refresh(wallet, refreshToken);
    const { documents } = await server.platform.store.find(refreshGrants, { index: 'remove', limit: 100 });
    assert.ok(documents.length > 0);
    assert.ok(!JSON.stringify(documents).includes(refreshToken.slice(22)));
  });
});
