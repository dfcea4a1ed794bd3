import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import { checkRedirectUri, isAdmissibleScheme } from '../../src/client/redirect-uri.ts';

const accepted = [
  'https://wallet.example/cb',
  'https://wallet.example/cb?dummy1=lorem&dummy2=ipsum',
  'https://wallet.example:8443',
  'http://localhost:4000/cb',
  'http://127.0.0.1/cb',
  'http://[::1]:9/cb',
  'eu.europa.ec.euidi://authorization',
  'com.wallet:/cb',
  'io.wallet-1:cb',
  'COM.Wallet.App:/cb',
  `https://wallet.example/${'a'.repeat(2000)}`,
];

for (const uri of accepted) {
  test(`accepted from a public client: ${uri.slice(0, 60)}`, () => {
    assert.equal(checkRedirectUri(uri), uri);
  });
}

const refused: readonly [name: string, uri: string | undefined][] = [
  ['missing', undefined],
  ['empty', ''],
  ['relative', '/cb'],
  ['without a scheme', 'wallet.example/cb'],
  ['without a host', 'https://'],
  ['javascript', 'javascript:alert(1)'],
  ['javascript in capitals', 'JavaScript:alert(1)'],
  ['javascript behind a tab', '\tjavascript:alert(1)'],
  ['javascript with a line end inside', 'java\nscript:alert(1)'],
  ['data', 'data:text/html,x'],
  ['vbscript', 'vbscript:x'],
  ['file', 'file:///etc/passwd'],
  ['blob', 'blob:https://wallet.example/1'],
  ['about', 'about:blank'],
  ['filesystem', 'filesystem:https://wallet.example/1'],
  ['view-source', 'view-source:https://wallet.example'],
  ['a scheme of a system', 'ms-msdt:/id'],
  ['ftp', 'ftp://wallet.example/'],
  ['jar', 'jar:https://wallet.example!/cb'],
  ['intent', 'intent://wallet.example/#Intent;scheme=https;end'],
  ['ws', 'wss://wallet.example/'],
  ['a private scheme without a dot', 'wallet:cb'],
  ['a scheme with a dot at its end', 'wallet.:cb'],
  ['a scheme with two dots in a row', 'com..wallet:cb'],
  ['http to another host', 'http://wallet.example/cb'],
  ['http to a host that only begins like localhost', 'http://localhost.wallet.example/cb'],
  ['http to the world with localhost as user', 'http://localhost@wallet.example/cb'],
  ['a fragment', 'https://wallet.example/cb#a'],
  ['an empty fragment', 'https://wallet.example/cb#'],
  ['a user', 'https://user@wallet.example/cb'],
  ['a password', 'https://:word@wallet.example/cb'],
  ['a blank', 'https://wallet.example/c b'],
  ['a line end', 'https://wallet.example/cb\r\nx-evil: 1'],
  ['a quote', 'https://wallet.example/"cb'],
  ['a backslash', 'https://wallet.example\\@evil.example/cb'],
  ['angle brackets', 'https://wallet.example/<script>'],
  ['a control character', 'https://wallet.example/\x7f'],
  ['2049 characters', `https://wallet.example/${'a'.repeat(2049 - 23)}`],
];

for (const [name, uri] of refused) {
  test(`refused from a public client: ${name}`, () => {
    refuses(() => checkRedirectUri(uri), 'invalid_request', /redirect_uri/);
  });
}

// RFC 3986, 2: a URI is ASCII; and a header can't carry such a character.
for (const uri of ['https://wallet.example/ł', 'wallet:ü']) {
  test(`refused from a public client: not ASCII, ${uri}`, () => {
    refuses(() => checkRedirectUri(uri), 'invalid_request', /redirect_uri/);
  });
}

const REGISTERED = ['https://wallet.example/cb', 'https://wallet.example/cb?dummy1=lorem&dummy2=ipsum', 'wallet:cb'];

for (const uri of REGISTERED) {
  test(`accepted from a registered client: ${uri}`, () => {
    assert.equal(checkRedirectUri(uri, { redirectUris: REGISTERED }), uri);
  });
}

const unregistered = [
  undefined,
  '',
  'https://wallet.example/cb/',
  'https://wallet.example/CB',
  'https://WALLET.example/cb',
  'https://wallet.example:443/cb',
  'https://wallet.example/cb?',
  'https://wallet.example/cb?dummy2=ipsum&dummy1=lorem',
  'https://wallet.example/cb?dummy1=lorem&dummy2=ipsum&more=1',
  'https://wallet.example/cb2',
  'https://wallet.example',
  'https://evil.example/cb',
];

for (const uri of unregistered) {
  test(`refused from a registered client: ${uri}`, () => {
    refuses(() => checkRedirectUri(uri, { redirectUris: REGISTERED }), 'invalid_request', /redirect_uri/);
  });
}

test('a client without registered URIs is never redirected', () => {
  refuses(() => checkRedirectUri('https://wallet.example/cb', { redirectUris: [] }), 'invalid_request', /registered/);
});

test('an installation admits further schemes of wallets, but none that opens programs of the system', () => {
  const admitted = { redirectSchemes: ['eudi-openid4ci'] };
  assert.equal(checkRedirectUri('eudi-openid4ci://authorize', admitted), 'eudi-openid4ci://authorize');
  refuses(() => checkRedirectUri('eudi-openid4ci://authorize'), 'invalid_request', /redirect_uri/);
  refuses(() => checkRedirectUri('other://authorize', admitted), 'invalid_request', /redirect_uri/);
  refuses(() => checkRedirectUri('http://wallet.example/cb', admitted), 'invalid_request', /redirect_uri/);
  // A registered client is redirected only to its registered URIs.
  const registered = { ...admitted, redirectUris: ['https://wallet.example/cb'] };
  refuses(() => checkRedirectUri('eudi-openid4ci://authorize', registered), 'invalid_request', /registered/);
  for (const scheme of ['eudi-openid4ci', 'haip', 'a.b']) assert.ok(isAdmissibleScheme(scheme), scheme);
  for (const scheme of ['http', 'https', 'ftp', 'jar', 'javascript', 'data', 'file', 'ms-msdt', 'mailto', 'intent']) {
    assert.ok(!isAdmissibleScheme(scheme), scheme);
  }
  for (const scheme of ['', 'haip:', 'HAIP', 'a b', '1a', `a${'a'.repeat(64)}`])
    assert.ok(!isAdmissibleScheme(scheme), scheme);
});

test('a missing URI and one of another kind have different reasons, and the facts show no query', () => {
  const why = (uri: string | undefined) => {
    const { reason, facts } = whyOf(refuses(() => checkRedirectUri(uri), 'invalid_request'));
    return [reason, facts];
  };
  assert.deepEqual(why(undefined), ['parameter_missing', { parameter: 'redirect_uri' }]);
  const facts = { received: 'http://wallet.example/cb' };
  assert.deepEqual(why('http://wallet.example/cb?code=secret'), ['redirect_uri_kind', facts]);
  assert.deepEqual(why('no uri'), ['redirect_uri_kind', undefined]);
});
