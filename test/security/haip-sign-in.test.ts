/** Sign-in and issuance without an offer under attack. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { CookieBrowser, linkOf, type Visited } from '../support/cookie-browser.ts';
import { assertRefused } from '../support/flows.ts';
import { type Deceit, type HostileProvider, openHostileProvider } from '../support/hostile-identity-provider.ts';
import { offerOf, type Shape, shapes } from '../support/presentation-during-issuance.ts';
import type { TestServer } from '../support/server.ts';
import {
  codeIn,
  openPage,
  openSignInWorld,
  ownRequest,
  type SignInWorld,
  signInAndReturn,
  walletOf,
} from '../support/sign-in.ts';

const [A = assert.fail(), B = assert.fail()] = shapes;
const errorIn = ({ url }: Visited): string | null => url.searchParams.get('error');
const isCallback = (to: URL): boolean => to.pathname.endsWith('/authorize/callback');

describe('sign-in under attack', () => {
  let world: SignInWorld;
  let hostile: HostileProvider;
  let server: TestServer;
  before(async () => {
    hostile = await openHostileProvider();
    world = await openSignInWorld({ allow: [hostile.host] });
    ({ server } = world);
  });
  after(async () => {
    await world.close();
    await hostile.close();
  });

  /** Up to the provider's response, which the browser has not delivered yet. */
  async function beforeCallback(shape: Shape, browser = new CookieBrowser()): Promise<{ page: Visited; answer: URL }> {
    const wallet = walletOf(server, shape);
    const page = await openPage(browser, wallet, await wallet.par(ownRequest(wallet)));
    const { url } = await browser.visit(linkOf(page, 'sign-in'), isCallback);
    return { page, answer: url };
  }

  const refusedPage = (visited: Visited): void => {
    assert.equal(visited.status, 400, visited.text);
    assert.ok(!visited.text.includes('code='));
    assert.equal(visited.headers.get('location'), null);
  };

  for (const shape of shapes) {
    it(`an answer that another browser brings gives no code, ${shape.name}`, async () => {
      const attacker = new CookieBrowser();
      const { answer } = await beforeCallback(shape, attacker);
      const victim = new CookieBrowser();
      refusedPage(await victim.visit(answer.href));
      // Not even if the victim has a cookie from its own sign-in.
      await beforeCallback(shape, victim);
      refusedPage(await victim.visit(answer.href));
    });

    it(`an answer is taken once, also where 50 come at once, ${shape.name}`, async () => {
      const browser = new CookieBrowser();
      const { answer } = await beforeCallback(shape, browser);
      const all = await Promise.all(Array.from({ length: 50 }, () => browser.visit(answer.href)));
      const codes = all.flatMap(({ url }) => (url.hostname === 'wallet.example' ? url.searchParams.get('code') : []));
      assert.equal(codes.length, 1);
      for (const other of all) if (other.url.hostname !== 'wallet.example') refusedPage(other);
      refusedPage(await browser.visit(answer.href));
    });

    it(`a state of another session, of none, and of another tenant, ${shape.name}`, async () => {
      const browser = new CookieBrowser();
      const [one, two] = [await beforeCallback(shape, browser), await beforeCallback(shape, browser)];
      const swapped = new URL(two.answer);
      swapped.searchParams.set('code', one.answer.searchParams.get('code') ?? '');
      // PKCE and nonce: a code from a different attempt cannot be exchanged.
      const answered = await browser.visit(swapped.href);
      assert.equal(errorIn(answered), 'access_denied');
      for (const state of ['', 'x', Buffer.alloc(48, 7).toString('base64url')]) {
        const changed = new URL(one.answer);
        changed.searchParams.set('state', state);
        refusedPage(await browser.visit(changed.href));
      }
      const other = shape === A ? B : A;
      const { search } = one.answer;
      refusedPage(await browser.visit(`${other.issuer(server)}/authorize/callback${search}`));
    });
  }

  it('the link of the page is of use in its browser alone', async () => {
    const wallet = walletOf(server, A);
    const browser = new CookieBrowser();
    const pushed = await wallet.par(ownRequest(wallet));
    const page = await openPage(browser, wallet, pushed);
    for (const link of [linkOf(page, 'sign-in'), linkOf(page, 'decline')]) {
      const victim = new CookieBrowser();
      refusedPage(await victim.visit(link));
      await openPage(victim, walletOf(server, A), await wallet.par(ownRequest(wallet)));
      refusedPage(await victim.visit(link));
    }
    // A second browser takes over; the first one is logged out.
    const other = new CookieBrowser();
    const again = await openPage(other, wallet, pushed);
    refusedPage(await browser.visit(linkOf(page, 'sign-in')));
    codeIn(await other.visit(linkOf(again, 'sign-in')));
  });

  it('a request_uri, its state and its code are different secrets', async () => {
    const { page, answer } = await beforeCallback(A);
    const values = [answer.searchParams.get('state'), linkOf(page, 'sign-in').split('/').at(-1)];
    assert.equal(new Set(values).size, 2);
    assert.ok(!page.text.includes(String(values[0])));
  });

  describe('with a provider that lies', () => {
    before(() => {
      server.writeConfig(
        'sign-in.json',
        world.provider.settings({ issuer: hostile.issuer, claims: PLAIN, acr: 'high' }),
      );
    });
    after(() => server.writeConfig('sign-in.json', world.provider.settings()));
    const good = { acr: 'high' };

    it('a good answer is accepted', async () => {
      hostile.deceit = { claims: good };
      codeIn(await signInAndReturn(walletOf(server, A)));
    });

    const now = Math.floor(Date.now() / 1000);
    const lies: Readonly<Record<string, Deceit>> = {
      'an ID token with another nonce': { claims: { ...good, nonce: 'other' } },
      'an ID token without a nonce': { claims: { ...good, nonce: undefined } },
      'an ID token for another client': { claims: { ...good, aud: 'other' } },
      'an ID token for several clients, authorized for another': {
        claims: { ...good, aud: ['countersign', 'x'], azp: 'x' },
      },
      'an ID token of another issuer': { claims: { ...good, iss: 'https://other.example' } },
      'an ID token that has expired': { claims: { ...good, exp: now - 3600 } },
      'an ID token signed by another key': { claims: good, otherKey: true },
      'an unsigned ID token': { claims: good, unsigned: true },
      'no ID token': { claims: good, noIdToken: true },
      'an answer in the name of another issuer': { claims: good, iss: 'https://other.example' },
      'an answer without its issuer': { claims: good, iss: null },
      'a weaker level than asked for': { claims: { acr: 'low' } },
      'no level': {},
      'claims of another person at the UserInfo endpoint': { claims: good, userInfoSub: 'bob' },
    };
    for (const [name, deceit] of Object.entries(lies)) {
      it(`${name} gives no code`, async () => {
        hostile.deceit = deceit;
        const back = await signInAndReturn(walletOf(server, A));
        assert.deepEqual([errorIn(back), back.url.searchParams.get('code')], ['access_denied', null]);
      });
    }

    it('a provider that is down, or redirects its token endpoint', async () => {
      hostile.deceit = { claims: good, tokenStatus: 503 };
      assert.equal(errorIn(await signInAndReturn(walletOf(server, A))), 'temporarily_unavailable');
      hostile.deceit = { claims: good, redirectTo: 'http://169.254.169.254/' };
      assert.equal(errorIn(await signInAndReturn(walletOf(server, A))), 'access_denied');
    });

    for (const [name, metadata] of Object.entries({
      'names another issuer': { issuer: 'https://other.example' },
      'leads the browser to a script': { authorization_endpoint: 'javascript:alert(1)' },
      'leads the browser nowhere': { authorization_endpoint: undefined },
      'pushes to a private address': { pushed_authorization_request_endpoint: 'http://10.0.0.1/par' },
    })) {
      it(`metadata that ${name}: no browser is redirected there`, async () => {
        hostile.deceit = { metadata };
        // A changed file is a changed provider, whose metadata is read again.
        const settings = { issuer: hostile.issuer, claims: PLAIN, acr: 'high', clientId: name.replaceAll(' ', '-') };
        server.writeConfig('sign-in.json', world.provider.settings(settings));
        const back = await signInAndReturn(walletOf(server, A));
        assert.equal(errorIn(back), 'temporarily_unavailable');
        server.writeConfig(
          'sign-in.json',
          world.provider.settings({ issuer: hostile.issuer, claims: PLAIN, acr: 'high' }),
        );
      });
    }

    it('a provider that is replaced while a person signs in does not answer for the one before', async () => {
      hostile.deceit = { claims: good };
      const browser = new CookieBrowser();
      const { answer } = await beforeCallback(A, browser);
      server.writeConfig('sign-in.json', world.provider.settings());
      assert.equal(errorIn(await browser.visit(answer.href)), 'access_denied');
      server.writeConfig(
        'sign-in.json',
        world.provider.settings({ issuer: hostile.issuer, claims: PLAIN, acr: 'high' }),
      );
    });
  });

  for (const shape of shapes) {
    it(`Bob signs in on the offer for Alice, and Alice can still redeem it, ${shape.name}`, async () => {
      const body = { credentialConfigurationIds: ['diploma'], person: { sub: 'alice', email: 'erika@example.org' } };
      const made = await offerOf(server, shape, body);
      const wallet = walletOf(server, shape, { dpop: false });
      const offer = await wallet.offer(made.uri);
      const signIn = async (sub: string): Promise<Visited> => {
        world.provider.person = { sub };
        const browser = new CookieBrowser();
        const page = await openPage(browser, wallet, await wallet.par(wallet.authorizationParameters(offer)));
        return browser.visit(linkOf(page, 'sign-in'));
      };
      for (const sub of ['bob', 'mallory']) {
        const back = await signIn(sub);
        assert.deepEqual([errorIn(back), back.url.searchParams.get('code')], ['access_denied', null]);
      }
      const code = codeIn(await signIn('alice'));
      assert.equal((await wallet.token(wallet.codeParameters(code))).status, 200);
      world.provider.person = { sub: 'erika' };
    });
  }

  it('no way leads around the sign-in of an offer', async () => {
    const body = { credentialConfigurationIds: ['staff'] };
    const made = await offerOf(server, A, body);
    const wallet = walletOf(server, A);
    const offer = await wallet.offer(made.uri);
    const { response_type: _, ...challenge } = wallet.authorizationParameters(offer);
    const sent = await wallet.form('/authorize/challenge', challenge);
    assert.equal(sent.json.error, 'redirect_to_web');
    assert.equal(sent.json.authorization_code, undefined);
    const answer = await wallet.authorize(sent.json.request_uri);
    assert.deepEqual([answer.status, answer.headers.get('location')], [200, null]);
    const refused = await server.a('/vci/offer', {
      method: 'POST',
      body: JSON.stringify({ response_type: 'uri', ...body, flow: 'pre_authorized_code' }),
    });
    assert.equal(refused.status, 400);
  });

  it('an offer that was open before its configuration demanded a sign-in', async () => {
    const config = { config: { format: 'dc+sd-jwt', scope: 'late' }, claims: { a: 'b' }, disclosureFrame: {} };
    server.writeConfig('issuance/late.json', config);
    const [coded, preAuthorized] = [
      await offerOf(server, A, { credentialConfigurationIds: ['late'] }),
      await offerOf(server, A, { credentialConfigurationIds: ['late'], flow: 'pre_authorized_code' }),
    ];
    server.writeConfig('issuance/late.json', { ...config, sign_in: true });
    const wallet = walletOf(server, A);
    const pushed = await wallet.par(wallet.authorizationParameters(await wallet.offer(coded.uri)));
    assert.equal((await wallet.authorize(pushed.json.request_uri)).status, 200);
    const offer = await wallet.offer(preAuthorized.uri);
    assertRefused(await wallet.token(wallet.preAuthorizedParameters(offer)), 400, 'invalid_grant');
  });

  it('without an offer only what is marked is issued', async () => {
    const wallet = walletOf(server, A);
    for (const extra of [{ scope: 'pid' }, { scope: 'diploma pid' }, { scope: '' }, { scope: 'staff' }]) {
      assertRefused(await wallet.par(ownRequest(wallet, extra)), 400, 'access_denied');
    }
    const details = [{ type: 'openid_credential', credential_configuration_id: 'pid' }];
    const extra = { scope: '', authorization_details: JSON.stringify(details) };
    assertRefused(await wallet.par(ownRequest(wallet, extra)), 400, 'access_denied');
  });

  it('a tenant without a provider issues nothing without an offer', async () => {
    server.writeConfig('tenants/root/sign-in.json', '');
    const wallet = walletOf(server, B);
    const answer = await wallet.par(ownRequest(wallet));
    assert.ok(answer.status >= 400, answer.text);
    server.writeConfig('tenants/root/sign-in.json', world.provider.settings());
  });

  it('neither the log nor the store has a secret or a name', async () => {
    const { answer } = await beforeCallback(A);
    const secrets = [answer.searchParams.get('code'), answer.searchParams.get('state'), 'secret-of-the-issuer'];
    const log = server.lines.join('\n');
    for (const secret of [...secrets, 'Mustermann', 'erika@example.org'])
      assert.ok(!log.includes(String(secret)), String(secret));
    const found = await server.platform.store.find(sessions, { index: 'age', limit: 500 });
    const text = JSON.stringify(found.documents);
    for (const secret of [...secrets, 'Mustermann']) assert.ok(!text.includes(String(secret)), String(secret));
  });
});

const PLAIN = { given_name: 'given_name', family_name: 'family_name' };
