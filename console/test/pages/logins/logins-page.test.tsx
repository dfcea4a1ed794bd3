/** The page of applications at which people log in with their wallets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import type { LoginClient } from '../../../src/pages/logins/login-client.ts';
import { List } from '../../../src/pages/logins/logins-page.tsx';
import { session } from '../../../src/state/session.ts';

const client: LoginClient = { id: 'shop', source: 'file', name: 'Shop', redirect_uris: ['https://shop.example/cb'] };
const signedIn = (role: 'viewer' | 'admin'): void => {
  session.value = { state: 'in', tenant: 'default', variant: 'a', role, name: 'k', expiresAt: '' };
};
Object.assign(globalThis, { location: { origin: 'https://issuer.example' } });

test('without an application the page says how to begin', () => {
  signedIn('admin');
  assert.match(renderToString(<List clients={[]} canAdd={true} />), /Add application/);
  const html = renderToString(<List clients={[]} canAdd={false} />);
  assert.match(html, /First create a presentation configuration/);
  assert.doesNotMatch(html, /\/logins\?new=1/);
});

test('a broken one says what is wrong, and only an administrator can change anything', () => {
  const error = [{ pointer: '/claims/sub', detail: 'Choose another name' }];
  const list = (): string => renderToString(<List clients={[{ ...client, error }]} canAdd={true} />);
  signedIn('admin');
  assert.match(list(), /\/claims\/sub<\/code> Choose another name/);
  assert.match(list(), /Rotate keys/);
  assert.match(list(), /https:\/\/issuer\.example\/login/);
  signedIn('viewer');
  assert.doesNotMatch(list(), /Rotate keys|Add application/);
});
