/** Sign-in at the identity provider of the tenant, with and without an offer, against a real provider. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Wallet } from '@countersign/wallet/issuance/wallet';
import { CookieBrowser, linkOf } from '../support/cookie-browser.ts';
import { credentialBody } from '../support/flows.ts';
import { offerOf, shapes } from '../support/presentation-during-issuance.ts';
import {
  authorizeUrl,
  codeIn,
  openPage,
  openSignInWorld,
  ownRequest,
  type SignInWorld,
  signInAndReturn,
  walletOf,
} from '../support/sign-in.ts';
import { receiveWithOpenid4vc } from '../wallet/openid4vc-wallet.ts';

/** Claims of an SD-JWT that are disclosed. */
function disclosed(credential: string): Record<string, unknown> {
  const parts = credential.split('~').slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [, name, value] = JSON.parse(Buffer.from(part, 'base64url').toString());
      return [name, value];
    }),
  );
}

async function credentialWith(wallet: Wallet, code: string, id: string): Promise<Record<string, unknown>> {
  const token = await wallet.token(wallet.codeParameters(code));
  assert.equal(token.status, 200, token.text);
  const answer = await wallet.credential(token.json.access_token, await credentialBody(wallet, { id }));
  assert.equal(answer.status, 200, answer.text);
  return disclosed(answer.json.credentials[0].credential);
}

const ERIKA = { given_name: 'Erika', family_name: 'Mustermann' };

describe('sign-in', () => {
  let world: SignInWorld;
  before(async () => {
    world = await openSignInWorld();
  });
  after(() => world.close());

  for (const shape of shapes) {
    it(`a wallet gets a credential without an offer, ${shape.name}`, async () => {
      const wallet = walletOf(world.server, shape);
      const back = await signInAndReturn(wallet);
      assert.equal(back.url.searchParams.get('state'), 'wallet-state');
      assert.equal(back.url.searchParams.get('iss'), wallet.issuer);
      assert.ok(back.statuses.every((status) => status !== 307 && status !== 308));
      assert.deepEqual(await credentialWith(wallet, codeIn(back), 'diploma'), ERIKA);
    });

    it(`a wallet names it by authorization_details, ${shape.name}`, async () => {
      const wallet = walletOf(world.server, shape);
      const details = [{ type: 'openid_credential', credential_configuration_id: 'diploma' }];
      const back = await signInAndReturn(wallet, { scope: '', authorization_details: JSON.stringify(details) });
      const token = await wallet.token(wallet.codeParameters(codeIn(back)));
      assert.equal(token.json.authorization_details[0].credential_configuration_id, 'diploma');
    });

    it(`an offer demands a sign-in, ${shape.name}`, async () => {
      const made = await offerOf(world.server, shape, { credentialConfigurationIds: ['staff'] });
      const wallet = walletOf(world.server, shape);
      const pushed = await wallet.par(wallet.authorizationParameters(await wallet.offer(made.uri)));
      const browser = new CookieBrowser();
      const page = await openPage(browser, wallet, pushed);
      const back = await browser.visit(linkOf(page, 'sign-in'));
      assert.deepEqual(await credentialWith(wallet, codeIn(back), 'staff'), ERIKA);
    });
  }

  for (const shape of shapes) {
    for (const skipChallenge of [true, false]) {
      const first = skipChallenge ? 'PAR' : 'the challenge endpoint';
      it(`a wallet library of others, which asks ${first} first, ${shape.name}`, async () => {
        const browser = new CookieBrowser();
        const open = async (address: string): Promise<string> =>
          (await browser.visit(linkOf(await browser.visit(address), 'sign-in'))).url.href;
        const made = await offerOf(world.server, shape, { credentialConfigurationIds: ['staff'] });
        const offered = await receiveWithOpenid4vc({ link: made.uri, skipChallenge, open });
        assert.deepEqual(disclosed(offered.credentials[0] ?? ''), ERIKA);
        // The wallet's choice from a list: an offer that it builds itself, without issuer_state.
        const own = {
          credential_issuer: shape.issuer(world.server),
          credential_configuration_ids: ['diploma'],
          grants: { authorization_code: {} },
        };
        const link = `openid-credential-offer://?credential_offer=${encodeURIComponent(JSON.stringify(own))}`;
        const received = await receiveWithOpenid4vc({ link, skipChallenge, open });
        assert.deepEqual(disclosed(received.credentials[0] ?? ''), ERIKA);
      });
    }
  }

  it('a request_uri may be loaded twice before the sign-in is complete, and is spent with the code', async () => {
    const wallet = walletOf(world.server, shapes[0] ?? assert.fail());
    const browser = new CookieBrowser();
    const pushed = await wallet.par(ownRequest(wallet));
    const first = await openPage(browser, wallet, pushed);
    const again = await openPage(browser, wallet, pushed);
    assert.equal(linkOf(again, 'sign-in'), linkOf(first, 'sign-in'));
    codeIn(await browser.visit(linkOf(again, 'sign-in')));
    assert.equal((await browser.visit(authorizeUrl(wallet, pushed))).status, 400);
  });

  it('the page says who issues what to which wallet, and where the person signs in', async () => {
    const wallet = walletOf(world.server, shapes[0] ?? assert.fail());
    const page = await openPage(new CookieBrowser(), wallet, await wallet.par(ownRequest(wallet)));
    for (const word of ['Diploma', 'wallet.example', world.provider.host]) assert.ok(page.text.includes(word), word);
  });

  it('the person declines', async () => {
    const wallet = walletOf(world.server, shapes[0] ?? assert.fail());
    const browser = new CookieBrowser();
    const page = await openPage(browser, wallet, await wallet.par(ownRequest(wallet)));
    const back = await browser.visit(linkOf(page, 'decline'));
    assert.deepEqual([back.status, back.url.searchParams.get('error')], [303, 'access_denied']);
    assert.equal(back.url.searchParams.get('state'), 'wallet-state');
  });

  it('a person who cancels at the provider', async () => {
    const { person } = world.provider;
    world.provider.person = undefined;
    const back = await signInAndReturn(walletOf(world.server, shapes[0] ?? assert.fail()));
    world.provider.person = person;
    assert.equal(back.url.searchParams.get('error'), 'access_denied');
  });
});
