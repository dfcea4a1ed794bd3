import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SignInPageInput, signInPage } from '../../src/pages/sign-in-page.ts';

const given: SignInPageInput = {
  language: 'en',
  brand: { name: 'University of Example' },
  coming: { name: 'Diploma', description: 'For graduates' },
  wallet: 'https://wallet.example/callback?x=1',
  provider: 'https://login.example/realm',
  signIn: '/root/authorize/sign-in/abc',
  decline: '/root/authorize/decline/abc',
};

test('it says who issues what to which wallet, and where the person signs in', () => {
  const { html } = signInPage(given);
  for (const word of ['University of Example', 'Diploma', 'For graduates', 'wallet.example', 'login.example']) {
    assert.ok(html.includes(word), word);
  }
  assert.ok(html.includes('href="/root/authorize/sign-in/abc"') && html.includes('href="/root/authorize/decline/abc"'));
});

test('an app is named by its scheme', () => {
  assert.ok(signInPage({ ...given, wallet: 'eu.wallet.app:/cb' }).html.includes('eu.wallet.app'));
  assert.ok(signInPage({ ...given, wallet: 'eu.wallet.app:/cb', language: 'de' }).html.includes('eu.wallet.app'));
});

test('it runs no script, loads nothing, can not be framed, and sends no form', () => {
  const { html, headers } = signInPage(given);
  assert.ok(!html.includes('<script'));
  const policy = headers['content-security-policy'] ?? '';
  for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'none'"]) {
    assert.ok(policy.includes(rule), rule);
  }
  assert.equal(headers['cache-control'], 'no-store');
});

test('untrusted text is escaped, and is no replacement pattern', () => {
  const hostile = '"><script>alert(1)</script>$&';
  const { html } = signInPage({ ...given, brand: { name: hostile }, coming: { name: hostile } });
  assert.ok(!html.includes('<script'));
  assert.ok(signInPage({ ...given, wallet: 'https://a.example/$&' }).html.includes('a.example'));
});
