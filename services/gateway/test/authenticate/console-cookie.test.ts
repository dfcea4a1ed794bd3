import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consoleCookie, cookieContents, cookieValue } from '../../src/authenticate/console-cookie.ts';

const contents = { secret: 's'.repeat(43), tenant: 'City-1.library_x' };

test('the value has a secret and a tenant', () => {
  assert.deepEqual(cookieContents(cookieValue(contents)), contents);
  const cookie = consoleCookie('https://issuer.example');
  const [pair = ''] = cookie.set(cookieValue(contents)).split(';');
  assert.equal(cookie.read(pair), cookieValue(contents));
});

test('it is Strict, hidden from scripts, bound to the host, and lives eight hours', () => {
  assert.match(
    consoleCookie('https://issuer.example').set('v'),
    /^__Host-countersign=v; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
  );
  assert.match(consoleCookie('http://localhost:3000').set('v'), /^countersign=v; .*SameSite=Strict$/);
});

test('another form is no value', () => {
  const { read } = consoleCookie('http://localhost');
  for (const value of [
    '',
    'short.root',
    `${'s'.repeat(43)}`,
    `${'s'.repeat(43)}.`,
    `${'s'.repeat(43)}./x`,
    `${'s'.repeat(44)}.root`,
  ]) {
    assert.equal(read(`countersign=${value}`), undefined, value);
  }
});
