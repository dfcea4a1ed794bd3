import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkRedirectTarget } from '../../src/authorize/check-redirect-target.ts';

const uri = 'https://wallet.example/cb';

test('a public client may use any https, loopback or private-scheme URI, a registered one its own', () => {
  const open = { clientId: 'wallet', authenticated: false };
  const closed = { clientId: 'w2', authenticated: true, redirectUris: [uri] };
  const parameters = { redirect_uri: uri };
  assert.deepEqual(checkRedirectTarget({ parameters, client: open }), { redirectUri: uri });
  assert.deepEqual(checkRedirectTarget({ parameters, client: closed }), { redirectUri: uri });
  const others = [undefined, '', 'javascript:alert(1)', ['a']] as const;
  for (const redirect_uri of others) {
    refuses(() => checkRedirectTarget({ parameters: { redirect_uri }, client: open }), 'invalid_request');
  }
  const longer = { redirect_uri: `${uri}?` };
  refuses(() => checkRedirectTarget({ parameters: longer, client: closed }), 'invalid_request');
});

test('the reason says which URIs the client has registered, and how this one differs', () => {
  const client = { clientId: 'w2', authenticated: true, redirectUris: ['app.wallet:/x', uri] };
  const why = (redirect_uri: string) =>
    whyOf(refuses(() => checkRedirectTarget({ parameters: { redirect_uri }, client }), 'invalid_request'));
  assert.deepEqual(why(`${uri}/?code=secret`), {
    ...{ code: 'invalid_request', reason: 'redirect_uri' },
    facts: { expectedAny: client.redirectUris, received: `${uri}/`, difference: 'a trailing slash too many' },
  });
  assert.equal(why(`${uri}?a=b`).facts?.difference, 'another query');
  assert.equal(why('http://wallet.example/cb').facts?.difference, 'http for https: a proxy');
  assert.equal(why('https://other.example/cb').facts?.difference, 'another scheme');
});
