/** Access tokens from an external authorization server, good and hostile, in both variants. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey, signCompact, type WalletKey } from '@countersign/wallet/jwt/keys';
import { read } from '@countersign/wallet/sending/answer';
import { assertRefused, credentialBody, sessionOf } from '../support/flows.ts';
import { offerOf, type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

interface Signed {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: WalletKey;
}

describe('an external authorization server', () => {
  const key = newWalletKey();
  let server: TestServer;
  let issuer = '';
  const asked: string[] = [];
  const authorizationServer = createServer((request, response) => {
    asked.push(request.url ?? '');
    const body =
      request.url === '/.well-known/oauth-authorization-server'
        ? { issuer, jwks_uri: `${issuer}/jwks` }
        : { keys: [{ ...key.publicJwk, kid: 'k', use: 'sig', alg: 'ES256' }] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  before(async () => {
    await new Promise<void>((resolve) => authorizationServer.listen(0, '127.0.0.1', resolve));
    const { port } = authorizationServer.address() as AddressInfo;
    issuer = `http://127.0.0.1:${port}`;
    server = await startSampleServer({ env: { OUTBOUND_ALLOW: `127.0.0.1:${port}` } });
    for (const { folder } of shapes) server.writeConfig(`${folder}authorization-server.json`, { issuer });
  });
  after(async () => {
    await server.close();
    authorizationServer.closeAllConnections();
    await new Promise((resolve) => authorizationServer.close(resolve));
  });

  const [A = assert.fail(), B = assert.fail()] = shapes;

  /** An offer, a wallet, and tokens for both. */
  async function begun(shape: Shape) {
    const made = await offerOf(server, shape, { credentialConfigurationIds: ['pid'] });
    const wallet = new Wallet({ issuer: shape.issuer(server) });
    const offer = await wallet.offer(made.uri);
    const now = Math.floor(Date.now() / 1000);
    const good = {
      iss: issuer,
      aud: wallet.issuer,
      iat: now,
      exp: now + 300,
      sub: 'erika',
      client_id: 'w',
      jti: randomUUID(),
      scope: 'pid',
      cnf: { jkt: wallet.dpopKey?.thumbprint },
      issuer_state: offer.grants.authorization_code?.issuer_state,
    };
    const token = ({ header, claims, key: other }: Signed = {}): string =>
      signCompact(
        { typ: 'at+jwt', alg: 'ES256', kid: 'k', ...header },
        { ...good, ...claims },
        (other ?? key).privateKey,
      );
    const ask = async (text: string) => wallet.credential(text, await credentialBody(wallet));
    return { made, wallet, offer, token, ask };
  }

  for (const shape of shapes) {
    it(`issues for its token, again, and reports, ${shape.name}`, async () => {
      const { token, ask, wallet, offer } = await begun(shape);
      assert.equal(offer.grants.authorization_code?.authorization_server, issuer);
      const text = token();
      const first = await ask(text);
      assert.equal(first.status, 200, first.text);
      assert.equal((await ask(text)).status, 200);
      assert.equal((await wallet.notify(text, first.json.notification_id)).status, 204);
    });

    it(`the metadata names it, ${shape.name}`, async () => {
      const { pathname } = new URL(shape.issuer(server));
      const path = `/.well-known/openid-credential-issuer${pathname === '/' ? '' : pathname}`;
      const { json } = await read(await server.request(path));
      assert.deepEqual(json.authorization_servers, [shape.issuer(server), issuer]);
    });

    const now = Math.floor(Date.now() / 1000);
    const hostile: Readonly<Record<string, Signed>> = {
      'an ID token': { header: { typ: 'JWT' } },
      'a token without a type': { header: { typ: undefined } },
      'a token for another audience': { claims: { aud: 'https://other.example' } },
      'a token for the other tenant': { claims: { aud: 'the other' } },
      'a token without a key': { claims: { cnf: undefined } },
      'a token bound to a certificate': { claims: { cnf: { 'x5t#S256': 'x' } } },
      'a token of another issuer': { claims: { iss: 'https://other.example' } },
      'a token that has expired': { claims: { exp: now - 1 } },
      'a token that never expires': { claims: { exp: undefined } },
      'a token that is not valid yet': { claims: { nbf: now + 600 } },
      'a token signed by another key': { key: newWalletKey() },
      'a token of an unknown key': { header: { kid: 'other' } },
      'an unsigned token': { header: { alg: 'none' } },
      'a token for another scope': { claims: { scope: 'diploma' } },
      'a token without the offer': { claims: { issuer_state: undefined } },
      'a token for no offer': { claims: { issuer_state: Buffer.alloc(48, 7).toString('base64url') } },
      'a token that is bound to the key of another wallet': { claims: { cnf: { jkt: newWalletKey().thumbprint } } },
    };
    for (const [name, change] of Object.entries(hostile)) {
      it(`${name} gets nothing, ${shape.name}`, async () => {
        const { token, ask } = await begun(shape);
        const aud = (shape === A ? B : A).issuer(server);
        const claims = change.claims?.aud === 'the other' ? { claims: { aud } } : {};
        assertRefused(await ask(token({ ...change, ...claims })), 401, 'invalid_token');
      });
    }
  }

  it('the same token as Bearer gets nothing', async () => {
    const { token, wallet } = await begun(A);
    const headers = { authorization: `Bearer ${token()}` };
    assertRefused(await wallet.credential('', await credentialBody(wallet), headers), 401, 'invalid_token');
  });

  it('a token with another key takes over no issuance, and a further one for the same key continues it', async () => {
    const { token, ask, made, wallet } = await begun(A);
    const details = { authorization_details: [{ type: 'openid_credential', credential_configuration_id: 'pid' }] };
    assertRefused(await wallet.credential(token(), {}), 400, 'invalid_credential_request');
    assertRefused(await ask(token({ claims: { cnf: { jkt: newWalletKey().thumbprint } } })), 401, 'invalid_token');
    const next = token({ claims: { jti: 'next', ...details } });
    const body = {
      credential_identifier: 'pid',
      proofs: { jwt: [wallet.proof(newWalletKey(), await wallet.nonce())] },
    };
    assert.equal((await wallet.credential(next, body)).status, 200);
    assertRefused(await ask(token({ claims: { jti: 'one more' } })), 401, 'invalid_token');
    assert.equal((await sessionOf(server, made.session)).status, 'issued');
  });

  it('tokens of unknown keys do not make this server ask for keys each time', async () => {
    const { token, ask } = await begun(A);
    asked.length = 0;
    for (let n = 0; n < 5; n += 1) assertRefused(await ask(token({ header: { kid: `x${n}` } })), 401, 'invalid_token');
    assert.ok(asked.length <= 2, String(asked.length));
  });

  it('a tenant without the file takes no such token', async () => {
    const { token, ask } = await begun(B);
    const text = token();
    server.writeConfig('tenants/root/authorization-server.json', '{');
    assert.equal((await ask(text)).status, 500);
    server.writeConfig('tenants/root/authorization-server.json', { issuer });
    assert.equal((await ask(text)).status, 200);
  });
});
