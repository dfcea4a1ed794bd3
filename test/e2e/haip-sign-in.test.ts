/** A wallet of the HAIP line starts without an offer: the user signs in, everything is attested and encrypted. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createWalletProvider, type WalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { ProfileWallet } from '@countersign/wallet/issuance/profile-wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { CookieBrowser, linkOf } from '../support/cookie-browser.ts';
import { configurationOf, tenantFiles } from '../support/haip.ts';
import { assertBound } from '../support/haip-flows.ts';
import { shapes } from '../support/presentation-during-issuance.ts';
import { codeIn, diplomaConfiguration, openSignInWorld, type SignInWorld } from '../support/sign-in.ts';

let world: SignInWorld;
let provider: WalletProvider;
before(async () => {
  world = await openSignInWorld();
  provider = await createWalletProvider();
  const files = tenantFiles({ profile: 'haip', samples: 'attested', caPem: provider.caPem });
  for (const { folder } of shapes) {
    for (const [path, content] of Object.entries(files)) world.server.writeConfig(folder + path, content);
    const { config } = configurationOf('diploma') as { readonly config: object };
    world.server.writeConfig(`${folder}issuance/diploma.json`, diplomaConfiguration({ config }));
  }
});
after(() => world.close());

for (const shape of shapes) {
  test(`without an offer, ${shape.name}`, async () => {
    const wallet = new ProfileWallet({ issuer: shape.issuer(world.server), attester: provider });
    const { server } = await wallet.metadata();
    const pushed = await wallet.par(await wallet.authorizationParameters(undefined, ['diploma']));
    assert.equal(pushed.status, 201, pushed.text);
    const query = new URLSearchParams({ client_id: wallet.clientId, request_uri: pushed.json.request_uri });
    const browser = new CookieBrowser();
    const page = await browser.visit(`${server.authorization_endpoint}?${query}`);
    const back = await browser.visit(linkOf(page, 'sign-in'));
    assert.equal(back.url.searchParams.get('iss'), server.issuer);
    const token = await wallet.redeemCode(codeIn(back));
    assert.equal(token.type, 'DPoP');
    const issued = await wallet.credential({ configuration: 'diploma', keys: [newWalletKey(), newWalletKey()] });
    await assertBound(issued);
    assert.equal(issued.encrypted, true);
    assert.equal((await wallet.notify(issued.answer.json.notification_id)).status, 204);
  });
}
