/** Common first steps of a sign-in. */
import assert from 'node:assert/strict';
import { Wallet, type WalletOptions } from '@countersign/wallet/issuance/wallet';
import type { Answer } from '@countersign/wallet/sending/answer';
import { CookieBrowser, linkOf, type Visited } from './cookie-browser.ts';
import { type IdentityProvider, openIdentityProvider } from './identity-provider.ts';
import { type Shape, shapes } from './presentation-during-issuance.ts';
import { startSampleServer } from './sample-server.ts';
import type { ServerOptions, TestServer } from './server.ts';

/** A credential that a wallet may request without an offer. */
export function diplomaConfiguration(more: object = {}): object {
  return {
    config: { format: 'dc+sd-jwt', scope: 'diploma', display: [{ name: 'Diploma', locale: 'en' }] },
    claims: {},
    disclosureFrame: { _sd: ['given_name', 'family_name'] },
    wallet_initiated: true,
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { given_name: { type: 'string' }, family_name: { type: 'string' } },
      required: ['given_name', 'family_name'],
    },
    ...more,
  };
}

export interface SignInWorld {
  readonly server: TestServer;
  readonly provider: IdentityProvider;
  close(): Promise<void>;
}

export interface SignInOptions extends ServerOptions {
  /** Further hosts for OUTBOUND_ALLOW. */
  readonly allow?: readonly string[];
}

/** A server with the configuration `diploma` in both variants, and a provider at which its users sign in. */
export async function openSignInWorld({ allow = [], ...options }: SignInOptions = {}): Promise<SignInWorld> {
  const redirectUris: string[] = ['https://issuer.example/unused'];
  const provider = await openIdentityProvider({ redirectUris });
  const server = await startSampleServer({
    ...options,
    env: { OUTBOUND_ALLOW: [provider.host, ...allow].join(','), RATE_WALLET: '0', ...options.env },
  });
  await provider.registerRedirects(shapes.map((shape) => `${shape.issuer(server)}/authorize/callback`));
  for (const { folder } of shapes) {
    server.writeConfig(`${folder}issuance/diploma.json`, diplomaConfiguration());
    server.writeConfig(`${folder}issuance/staff.json`, staffConfiguration());
    server.writeConfig(`${folder}sign-in.json`, provider.settings());
  }
  return {
    server,
    provider,
    close: async () => {
      await server.close();
      await provider.close();
    },
  };
}

/** An offered credential for which users sign in. */
function staffConfiguration(): object {
  const { wallet_initiated: _, ...rest } = diplomaConfiguration({ sign_in: true }) as Record<string, unknown>;
  return { ...rest, config: { format: 'dc+sd-jwt', scope: 'staff', display: [{ name: 'Staff card', locale: 'en' }] } };
}

/** A request without an offer. */
export function ownRequest(wallet: Wallet, extra: Record<string, string> = {}): Record<string, string> {
  return {
    response_type: 'code',
    client_id: wallet.clientId,
    redirect_uri: wallet.redirectUri,
    code_challenge: wallet.challenge,
    code_challenge_method: 'S256',
    state: 'wallet-state',
    scope: 'diploma',
    ...extra,
  };
}

export function walletOf(server: TestServer, shape: Shape, options: Partial<WalletOptions> = {}): Wallet {
  return new Wallet({ issuer: shape.issuer(server), ...options });
}

/** The address that a browser opens with a pushed request. */
export function authorizeUrl(wallet: Wallet, pushed: Answer): string {
  assert.equal(pushed.status, 201, pushed.text);
  const query = new URLSearchParams({ client_id: wallet.clientId, request_uri: pushed.json.request_uri });
  return `${wallet.issuer}/authorize?${query}`;
}

/** Loads the sign-in page. */
export async function openPage(browser: CookieBrowser, wallet: Wallet, pushed: Answer): Promise<Visited> {
  const page = await browser.visit(authorizeUrl(wallet, pushed));
  assert.equal(page.status, 200, page.text);
  return page;
}

/** From a request without an offer to the redirect to the wallet. */
export async function signInAndReturn(
  wallet: Wallet,
  extra: Record<string, string> = {},
  browser: CookieBrowser = new CookieBrowser(),
): Promise<Visited> {
  const page = await openPage(browser, wallet, await wallet.par(ownRequest(wallet, extra)));
  return browser.visit(linkOf(page, 'sign-in'));
}

/** The code in a redirect to the wallet. */
export function codeIn({ url, text }: Visited): string {
  const code = url.searchParams.get('code');
  assert.ok(code !== null, `${url} ${text}`);
  return code;
}
