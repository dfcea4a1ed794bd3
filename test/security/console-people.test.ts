/** People who sign in to the console at an identity provider: a real one, and one that lies. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auditRecords } from '@countersign/shared/test/model/every-tenant';
import { CookieBrowser, type Visited } from '../support/cookie-browser.ts';
import { type Deceit, type HostileProvider, openHostileProvider } from '../support/hostile-identity-provider.ts';
import { CLIENT_SECRET, type IdentityProvider, openIdentityProvider } from '../support/identity-provider.ts';
import { openServer, type TestServer } from '../support/server.ts';

const settings = (issuer: string) => ({
  CONSOLE: 'on',
  MANAGEMENT_OIDC_ISSUER: issuer,
  MANAGEMENT_OIDC_CLIENT_ID: 'countersign',
  MANAGEMENT_OIDC_CLIENT_SECRET: CLIENT_SECRET,
  MANAGEMENT_OIDC_ROLES: 'staff=viewer,support=operator,chief=admin',
  MANAGEMENT_OIDC_TENANT_CLAIM: 'tenant',
});

/** The user in the browser's cookie, if any. */
async function signedIn(server: TestServer, browser: CookieBrowser): Promise<Record<string, unknown> | undefined> {
  const jar = browser.cookies.get(new URL(server.url).host);
  const cookie = jar?.get('countersign');
  if (cookie === undefined) return undefined;
  const headers = { cookie: `countersign=${cookie}`, 'x-countersign-console': '1' };
  const answer = await server.request('/console/session', { headers });
  return answer.status === 200 ? ((await answer.json()) as Record<string, unknown>) : undefined;
}

const begin = (server: TestServer, browser: CookieBrowser, stop?: (to: URL) => boolean): Promise<Visited> =>
  browser.visit(`${server.url}/console/login/oidc`, stop);

describe('at a real provider', () => {
  let server: TestServer;
  let provider: IdentityProvider;

  before(async () => {
    provider = await openIdentityProvider({ redirectUris: [] });
    server = await openServer({ env: settings(provider.issuer) });
    await provider.registerRedirects([`${server.url}/console/login/callback`]);
  });
  after(async () => {
    await server.close();
    await provider.close();
  });

  const signIn = async (claims: object, sub = 'erika') => {
    provider.person = { sub, claims: { ...claims } };
    const browser = new CookieBrowser();
    const arrived = await begin(server, browser);
    return { browser, arrived };
  };

  test('tenant and role come from claims; the highest role counts; the name is shown, the subject is in the audit log', async () => {
    const { browser, arrived } = await signIn({ tenant: 'root', roles: ['staff', 'support', 'unknown'] });
    assert.equal(arrived.url.pathname, '/console');
    const session = await signedIn(server, browser);
    assert.deepEqual(
      [session?.tenant, session?.variant, session?.role, session?.platform, session?.name],
      ['root', 'b', 'operator', false, 'erika@example.org'],
    );
    const { documents } = await server.platform.store.find(auditRecords, { index: 'age', limit: 100 });
    const record = documents.find(({ action }) => action === 'console.signed-in');
    assert.deepEqual([record?.tenant, record?.client], ['root', 'person:erika']);
    assert.ok(!server.lines.join('\n').includes('erika'), 'no person is in the log');
  });

  test('an administrator of variant A manages the installation', async () => {
    const { browser } = await signIn({ tenant: 'default', roles: 'chief' });
    const session = await signedIn(server, browser);
    assert.deepEqual([session?.variant, session?.role, session?.platform], ['a', 'admin', true]);
  });

  test('without a role, with a tenant that is none, or with several, no person is signed in', async () => {
    for (const claims of [
      { tenant: 'root' },
      { tenant: 'root', roles: ['admin'] },
      { tenant: 'root', roles: { staff: true } },
      { roles: 'chief' },
      { tenant: 'elsewhere', roles: 'chief' },
      { tenant: ['root', 'default'], roles: 'chief' },
      { tenant: '../root', roles: 'chief' },
    ]) {
      const { browser, arrived } = await signIn(claims);
      assert.equal(arrived.status, 403, JSON.stringify(claims));
      assert.match(arrived.text, /You are not signed in/);
      assert.equal(await signedIn(server, browser), undefined);
    }
  });

  test('a person who cancels is not signed in', async () => {
    provider.person = undefined;
    const browser = new CookieBrowser();
    const arrived = await begin(server, browser);
    assert.equal(arrived.status, 401);
    assert.equal(await signedIn(server, browser), undefined);
  });

  const toCallback = (to: URL): boolean => to.pathname === '/console/login/callback';

  test('the answer counts in the browser that began, and once', async () => {
    provider.person = { sub: 'erika', claims: { tenant: 'root', roles: 'chief' } };
    const browser = new CookieBrowser();
    const { url } = await begin(server, browser, toCallback);
    const other = new CookieBrowser();
    assert.equal((await other.visit(url.href)).status, 401, 'a browser without the cookie');
    await begin(server, other, toCallback);
    assert.equal((await other.visit(url.href)).status, 401, 'a browser with another attempt (login CSRF)');
    assert.equal(await signedIn(server, other), undefined);
    assert.equal((await browser.get(url)).status, 303);
    assert.equal((await signedIn(server, browser))?.role, 'admin');
    assert.equal((await browser.get(url)).status, 401, 'the same answer again');
  });

  test('a sign-in that begins ends the one before', async () => {
    const { browser } = await signIn({ tenant: 'root', roles: 'chief' });
    assert.ok((await signedIn(server, browser)) !== undefined);
    await begin(server, browser, () => true);
    assert.equal(await signedIn(server, browser), undefined);
  });
});

describe('at a provider that lies', () => {
  let server: TestServer;
  let hostile: HostileProvider;
  const good = { roles: ['chief'], tenant: 'root' };

  before(async () => {
    hostile = await openHostileProvider();
    server = await openServer({ env: settings(hostile.issuer) });
  });
  after(async () => {
    await server.close();
    await hostile.close();
  });

  const attempt = async (deceit: Deceit): Promise<{ status: number; signed: boolean }> => {
    hostile.deceit = deceit;
    const browser = new CookieBrowser();
    const { status } = await begin(server, browser);
    return { status, signed: (await signedIn(server, browser)) !== undefined };
  };

  test('its good answer signs in', async () => {
    assert.deepEqual(await attempt({ claims: good }), { status: 200, signed: true });
  });

  const lies: Readonly<Record<string, Deceit>> = {
    'another issuer': { claims: { ...good, iss: 'https://other.example' } },
    'another audience': { claims: { ...good, aud: 'another-client' } },
    'another nonce': { claims: { ...good, nonce: 'n'.repeat(43) } },
    'no nonce': { claims: { ...good, nonce: undefined } },
    expired: { claims: { ...good, exp: 1 } },
    'no subject': { claims: { ...good, sub: undefined } },
    'another key': { claims: good, otherKey: true },
    unsigned: { claims: good, unsigned: true },
    'no ID token': { claims: good, noIdToken: true },
    'another iss of the answer': { claims: good, iss: 'https://other.example' },
    'no iss of the answer': { claims: good, iss: null },
  };
  for (const [name, deceit] of Object.entries(lies)) {
    test(`${name}: no person is signed in`, async () => {
      assert.deepEqual(await attempt(deceit), { status: 401, signed: false });
    });
  }

  test('an outage, and a redirect to an address inside, are no sign-in', async () => {
    assert.deepEqual(await attempt({ claims: good, tokenStatus: 503 }), { status: 503, signed: false });
    assert.equal((await attempt({ claims: good, redirectTo: 'http://169.254.169.254/' })).signed, false);
  });
});

describe('without a provider', () => {
  test('there is no such sign-in', async (t) => {
    const server = await openServer({ env: { CONSOLE: 'on' } });
    t.after(() => server.close());
    for (const path of ['/console/login/oidc', '/console/login/callback?state=x&code=y']) {
      assert.equal((await server.request(path)).status, 404, path);
    }
  });
});
