/** A login with a wallet that others wrote: Credo takes a PID and answers the page of the login, by its link and by its code. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type CredoWallet, provisionCredoWallet, startCredoWallet } from '../credo/credo-wallet.ts';
import { makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { type Application, isCallback, startLogins, submitForm } from '../support/login.ts';
import { scannedFrom } from '../support/qr.ts';
import type { TestServer } from '../support/server.ts';

const ADA = { given_name: 'Ada', family_name: 'Lovelace', birthdate: '1815-12-10' };

describe('a login with Credo', () => {
  let server: TestServer;
  let application: Application;
  let wallet: CredoWallet | undefined;
  let missing = '';
  before(async () => {
    ({ server, application } = await startLogins());
    try {
      const program = await provisionCredoWallet();
      // The request key is created with the first request.
      await application.begin();
      wallet = startCredoWallet(program, await certificatesOf(server));
      const { uri } = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, claims: { pid: ADA } });
      await wallet.accept(uri);
    } catch (error) {
      if (process.env.CI === 'true' || wallet !== undefined) throw error;
      missing = error instanceof Error ? error.message : String(error);
      process.stderr.write(`\nMISSING: Credo: ${missing}\n`);
    }
  });
  after(async () => {
    await wallet?.close();
    await server.close();
  });

  const walletOr = (t: TestContext): CredoWallet | undefined => {
    if (wallet === undefined) t.skip(missing);
    return wallet;
  };

  it('answers the link, and leads the browser back', async (t) => {
    const begun = await application.begin();
    const presented = await walletOr(t)?.present(begun.link);
    if (presented === undefined) return;
    assert.equal(presented.serverResponse?.status, 200, JSON.stringify(presented));
    const { url } = await begun.browser.visit(String(presented.redirectUri), isCallback);
    const { access_token: token } = await application.redeem(begun, url);
    const { given_name, family_name, birthdate } = await application.userinfo(token);
    assert.deepEqual({ given_name, family_name, birthdate }, ADA);
  });

  it('answers the code, and the browser that shows it goes on', async (t) => {
    const begun = await application.begin({ scope: 'openid' });
    const presented = await walletOr(t)?.present(scannedFrom(begun.page.text));
    if (presented === undefined) return;
    assert.deepEqual(presented.serverResponse, { status: 200, body: {} });
    const { url } = await submitForm(begun, 'complete');
    const tokens = await application.redeem(begun, url);
    assert.match(String(tokens.claims()?.sub), /^[\w-]{43}$/);
  });
});

/** The certificates that the wallet must trust: issuers' and requests'. */
async function certificatesOf(server: TestServer): Promise<readonly string[]> {
  const listed = await Promise.all(['/trust', '/keys'].map(async (path) => (await server.a(path)).text()));
  return [...listed.join().matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)].map(([pem]) =>
    pem.replaceAll('\\n', '\n'),
  );
}
