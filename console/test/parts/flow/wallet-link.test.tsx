import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { WalletLink } from '../../../src/parts/flow/wallet-link.tsx';

const link = 'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fi.example%2Fo';
const made = { uri: 'data:image/png;base64,AAAA', link, session: 's', expiresAt: '2026-01-26T09:30:00.000Z' };

test('the code has a text in place of it, and the link stands below; a transaction code is shown with how to give it', () => {
  const html = renderToString(<WalletLink made={{ ...made, txCode: '123456' }} />);
  assert.match(html, /<img class="qr" src="data:image\/png;base64,AAAA" alt="QR code for the wallet/);
  assert.match(html, /<code>openid-credential-offer:\/\/[\s\S]*aria-label="Copy: Link for the wallet"/);
  assert.match(html, /<a href="openid-credential-offer:/);
  assert.match(html, /123456[\s\S]*different channel/);
  assert.doesNotMatch(renderToString(<WalletLink made={made} />), /Transaction code/);
});

test('a picture from elsewhere is not shown, and a link that the browser would run is no link', () => {
  for (const bad of ['javascript://%0aalert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'blob:x', 'nothing']) {
    const html = renderToString(<WalletLink made={{ ...made, uri: 'https://x.example/a.png', link: bad }} />);
    assert.doesNotMatch(html, /<img|<a /, bad);
  }
});
