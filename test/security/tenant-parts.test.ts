/**
 * The parts of an API tenant without files: display, images, registered wallets. Another tenant can neither read nor
 * change them.
 */
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

  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0"/></svg>';
  const data = Buffer.from(SVG).toString('base64');
  const entries = [
    { name: 'City museum', locale: 'en', logo: { uri: '<PUBLIC_URL>/public/logo.svg', alt_text: 'A vase' } },
    { name: 'Stadtmuseum', locale: 'de', accent_color: '#0b6e4f' },
  ];
  const page = async (tenant: ApiTenant) =>
    (await server.request(`/${tenant.id}/authorize`, { headers: { accept: 'text/html' } })).text();

  it('shows its display in the metadata and on pages, and serves its image without scripts', async () => {
    // Both were cached before anything is written, so they must be created again.
    assert.ok(!(await page(museum)).includes('City museum'));
    await metadata('openid-credential-issuer', museum);
    for (const [path, body] of Object.entries({ images: { file: 'logo.svg', data }, display: { entries } })) {
      const { status, text } = await museum.call('POST', `/configurations/${path}`, body);
      assert.equal(status, 201, text);
    }
    later();
    const { display } = await metadata('openid-credential-issuer', museum);
    const uri = `${museum.issuer}/public/logo.svg`;
    assert.deepEqual(display, [
      { name: 'City museum', locale: 'en', logo: { uri, url: uri, alt_text: 'A vase' } },
      { name: 'Stadtmuseum', locale: 'de' },
    ]);
    const shown = await page(museum);
    assert.ok(shown.includes('City museum') && shown.includes('/museum/public/logo.svg'), shown);
    const image = await server.request('/museum/public/logo.svg');
    assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/svg+xml']);
    assert.match(image.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
    assert.equal(image.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(await image.text(), SVG);
  });

  it('keeps display and images in their tenant', async () => {
    await museum.call('POST', '/configurations/images', { file: 'logo.svg', data });
    await museum.call('POST', '/configurations/display', { entries });
    later();
    assert.deepEqual((await library.call('GET', '/configurations/images')).json, []);
    assert.equal((await library.call('GET', '/configurations/display')).json.source, 'none');
    assert.equal((await library.call('DELETE', '/configurations/images/logo.svg')).status, 404);
    assert.equal((await library.call('DELETE', '/configurations/display')).status, 404);
    assert.equal((await server.request('/library/public/logo.svg')).status, 404);
    assert.equal((await server.request('/public/logo.svg')).status, 404);
    assert.ok(!(await page(library)).includes('City museum'));
    assert.equal((await server.request('/museum/public/logo.svg')).status, 200);
    const other = `${museum.issuer}/public/logo.svg`;
    const foreign = await library.call('POST', '/configurations/display', {
      entries: [{ name: 'L', logo: { uri: other } }],
    });
    assert.equal(foreign.status, 201, 'an address like any other');
    later();
    const listed = (await museum.call('GET', '/configurations/display')).json;
    assert.deepEqual([listed.source, listed.entries.length], ['api', 2]);
  });

  it('takes no image with a script, no other type and no large one', async () => {
    const put = async (file: string, content: Buffer | string) =>
      (await museum.call('POST', '/configurations/images', { file, data: Buffer.from(content).toString('base64') }))
        .status;
    assert.equal(await put('x.svg', '<svg><script>alert(1)</script></svg>'), 400);
    assert.equal(await put('x.html', '<html></html>'), 400);
    assert.equal(await put('x.png', '<html></html>'), 400);
    assert.equal(await put('../x.svg', SVG), 400);
    assert.equal(await put('x.svg', SVG + ' '.repeat(256 * 1024)), 400);
    assert.equal(await put('x.svg', SVG + ' '.repeat(512 * 1024)), 413);
    assert.equal((await server.request('/museum/public/x.svg')).status, 404);
  });

  it('lets only administrators write', async () => {
    const made = await museum.call('POST', '/tenants/museum/clients', { role: 'operator' });
    assert.equal(made.status, 201, made.text);
    const form = new URLSearchParams({ client_id: made.json.client_id, client_secret: made.json.client_secret });
    const { access_token } = (await (await server.request('/auth/token', { method: 'POST', body: form })).json()) as {
      access_token: string;
    };
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    const bodies = { display: { entries }, images: { file: 'logo.svg', data }, wallets: { public_clients: true } };
    for (const [name, body] of Object.entries(bodies)) {
      const path = `/configurations/${name}`;
      assert.equal((await server.request(path, { headers })).status, 200);
      const written = await server.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
      assert.equal(written.status, 403);
    }
  });

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

  it('takes everything along in an export, and another tenant imports it', async () => {
    const wallet = new RegisteredWallet({ issuer: museum.issuer, clock: () => now });
    const [ca] = await server.platform.keys.anchors('museum', 'credential');
    const anchor = { id: 'authority', pem: `${String(ca).trim()}\n`, vct: ['urn:museum:card'] };
    for (const [path, body] of [
      ['/configurations/images', { file: 'logo.svg', data }],
      ['/configurations/display', { entries }],
      ['/configurations/wallets', wallet.registration],
      ['/trust/issuers', anchor],
    ] as const) {
      assert.equal((await museum.call('POST', path, body)).status, 201, path);
    }
    const { json: file } = await museum.call('GET', '/configurations/export');
    const gallery = await makeApiTenant(server, 'gallery');
    const checked = await gallery.call('POST', '/configurations/import', file);
    const outcomeOf = ({ json }: typeof checked, kind: string) =>
      json.results.find((one: { kind: string }) => one.kind === kind)?.outcome;
    const kinds = ['image', 'display', 'trust', 'wallets'];
    assert.deepEqual(
      kinds.map((kind) => outcomeOf(checked, kind)),
      kinds.map(() => 'new'),
      checked.text,
    );
    const applied = await gallery.call('POST', '/configurations/import?mode=apply', file);
    assert.deepEqual(
      kinds.map((kind) => outcomeOf(applied, kind)),
      kinds.map(() => 'written'),
      applied.text,
    );
    later();
    const again = (await gallery.call('GET', '/configurations/export')).json;
    for (const member of ['images', 'display', 'trust', 'wallets'])
      assert.deepEqual(again[member], file[member], member);
    assert.equal((await server.request('/gallery/public/logo.svg')).status, 200);
    const { display } = await metadata('openid-credential-issuer', gallery);
    const [shown] = display as readonly { readonly logo: { readonly uri: string } }[];
    assert.equal(shown?.logo.uri, `${gallery.issuer}/public/logo.svg`);
    const broken = {
      version: 1,
      trust: [
        { purpose: 'issuers', id: 'x', pem: 'no' },
        { purpose: 'y', id: 'x', pem: 'no' },
      ],
    };
    const { status, json } = await gallery.call('POST', '/configurations/import?mode=apply', broken);
    const places = json.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual([status, places], [400, ['/trust/0/pem', '/trust/1/purpose']]);
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
