/** Registered wallets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { clientOf } from '../../../src/pages/keys/add-wallet.tsx';
import type { Wallets } from '../../../src/pages/keys/wallet-clients.ts';
import { WalletsView } from '../../../src/pages/keys/wallets-section.tsx';

const wallets: Wallets = {
  source: 'api',
  public_clients: false,
  public_redirect_schemes: [],
  clients: [
    { client_id: 'https://wallet.example', redirect_uris: ['https://wallet.example/cb'], jwks: { keys: [{}, {}] } },
  ],
};
const view = (shown: Wallets, mayWrite: boolean): string =>
  renderToString(<WalletsView wallets={shown} mayWrite={mayWrite} onWallets={() => undefined} />);

test('a wallet is shown with its addresses and the number of its keys, and may be deleted', () => {
  const html = view(wallets, true);
  assert.match(html, /https:\/\/wallet\.example<\/code>.*https:\/\/wallet\.example\/cb.*>2</s);
  assert.match(html, /aria-label="Delete: https:\/\/wallet\.example"/);
  assert.match(html, /type="checkbox"/);
});

test('what comes from a file is only shown', () => {
  const html = view({ ...wallets, source: 'file' }, false);
  assert.match(html, /tenant’s file wallets\.json/);
  assert.match(html, /Only registered wallets/);
  assert.doesNotMatch(html, /<button|<input/);
  assert.match(view({ ...wallets, source: 'none', clients: [] }, true), /No registered wallets/);
});

test('a wallet without addresses has none in what is sent', () => {
  const keys = [{ kty: 'EC' }];
  assert.deepEqual(clientOf({ clientId: ' w ', redirectUris: '\n', key: '' }, keys), {
    client_id: 'w',
    jwks: { keys },
  });
  const uris = { clientId: 'w', redirectUris: 'https://a.example/cb\nhttps://b.example/cb', key: '' };
  assert.deepEqual(clientOf(uris, keys).redirect_uris, ['https://a.example/cb', 'https://b.example/cb']);
});
