/** What a tenant that the API made has without files: registered wallets. Another tenant can neither read nor change them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ApiTenant, makeApiTenant } from '../support/api-tenant.ts';
import { RegisteredWallet } from '../support/registered-wallet.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

describe('parts of a tenant that the API made', () => {
  let server: TestServer;
  let museum: ApiTenant;
  let library: ApiTenant;
  let now = Date.UTC(2030, 0, 1);
  before(async () => {
    server = await startSampleServer({ clock: () => now });
    museum = await makeApiTenant(server, 'museum');
    library = await makeApiTenant(server, 'library');
  });
  after(() => server.close());
  /** Each process reads again after a second. */
  const later = (): void => {
    now += 1000;
  };
  const metadata = async (document: string, tenant: ApiTenant) =>
    (await server.request(`/.well-known/${document}/${tenant.id}`)).json() as Promise<Record<string, unknown>>;

  it('lets a registered wallet in, and no other one', async () => {
    const wallet = new RegisteredWallet({ issuer: museum.issuer, clock: () => now });
    const push = async () => wallet.par(wallet.authorizationParameters(await wallet.offer(await museum.offer())));
    assert.equal((await push()).json.error, 'invalid_client', 'nothing is registered yet');
    const written = await museum.call('POST', '/configurations/wallets', wallet.registration);
    assert.equal(written.status, 201, written.text);
    later();
    const pushed = await push();
    assert.equal(pushed.status, 201, pushed.text);
    const stranger = new RegisteredWallet({ issuer: museum.issuer, clock: () => now });
    const offer = await stranger.offer(await museum.offer());
    assert.equal((await stranger.par(stranger.authorizationParameters(offer))).json.error, 'invalid_client');
    const { token_endpoint_auth_methods_supported: methods } = await metadata('oauth-authorization-server', museum);
    assert.deepEqual(methods, ['private_key_jwt']);
  });

  it('keeps registered wallets in their tenant', async () => {
    const wallet = new RegisteredWallet({ issuer: museum.issuer, clock: () => now });
    await museum.call('POST', '/configurations/wallets', wallet.registration);
    later();
    const { source, clients } = (await library.call('GET', '/configurations/wallets')).json;
    assert.deepEqual([source, clients], ['none', []]);
    assert.equal((await library.call('DELETE', '/configurations/wallets')).status, 404);
    const own = (await museum.call('GET', '/configurations/wallets')).json;
    assert.deepEqual([own.source, own.clients.length], ['api', 1]);
    const elsewhere = new RegisteredWallet({ issuer: library.issuer, clock: () => now });
    const offer = await elsewhere.offer(await library.offer());
    assert.equal((await elsewhere.par(elsewhere.authorizationParameters(offer))).json.error, 'invalid_client');
  });

  it('refuses a private key, naming its place, and does not repeat it', async () => {
    const body = { clients: [{ client_id: 'w', jwks: { keys: [{ kty: 'EC', d: 'secret-4711' }] } }] };
    const { status, json, text } = await museum.call('POST', '/configurations/wallets', body);
    assert.deepEqual([status, json.errors[0].pointer], [400, '/clients/0/jwks']);
    assert.ok(!text.includes('4711'));
  });

  it('gives a file of the tenant precedence, and refuses what would have no effect', async () => {
    server.writeConfig('tenants/root/wallets.json', { public_clients: false });
    const call = async (method: string, body?: string) =>
      (await server.b('/configurations/wallets', { method, ...(body === undefined ? {} : { body }) })).status;
    assert.equal(await call('POST', '{"public_clients":true}'), 409);
    assert.equal(await call('DELETE'), 409);
    const shown = (await (await server.b('/configurations/wallets')).json()) as Record<string, unknown>;
    assert.deepEqual([shown.source, shown.public_clients], ['file', false]);
  });
});
