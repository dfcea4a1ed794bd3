import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserCookie, hasCookie, withoutCookie } from '../../src/http/browser-cookie.ts';

const options = { name: 'n', sameSite: 'Strict', lifetime: 60, value: /^[a-z]{3}$/ } as const;
const secure = browserCookie({ publicUrl: 'https://a.example/path', ...options });
const loopback = browserCookie({ publicUrl: 'http://localhost:3000', ...options });

test('over https the name has the prefix that binds it to the host', () => {
  assert.equal(secure.set('abc'), '__Host-n=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure');
  assert.equal(secure.remove, '__Host-n=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure');
  assert.equal(loopback.set('abc'), 'n=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Strict');
});

test('the value is read where it has its form and is there once', () => {
  assert.equal(loopback.read('other=x; n=abc'), 'abc');
  for (const header of [undefined, '', 'n=', 'n=abcd', 'nn=abc', '__Host-n=abc', 'n=abc; n=abd', 'n']) {
    assert.equal(loopback.read(header), undefined, header);
  }
  assert.equal(secure.read('n=abc'), undefined, 'over https the name without the prefix is none');
});

test('a header is passed on without the cookie', () => {
  assert.equal(withoutCookie('a=1; n=abc; b=x=y', 'n'), 'a=1; b=x=y');
  assert.equal(withoutCookie('n=abc; n=abd', 'n'), undefined);
  assert.equal(withoutCookie(undefined, 'n'), undefined);
  assert.deepEqual([hasCookie('a=1; n=', 'n'), hasCookie('a=n', 'n'), hasCookie(undefined, 'n')], [true, false, false]);
});
