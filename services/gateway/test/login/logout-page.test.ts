import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logoutPage } from '../../src/login/logout-page.ts';

test('the page asks by a form, whose answer may lead to the application', () => {
  const brand = { name: 'Shop' };
  for (const [language, title] of [
    ['en', 'Sign out?'],
    ['de', 'Abmelden?'],
  ] as const) {
    const { html, headers } = logoutPage({ language, brand, action: '/login/session/end/confirm', token: '"<x>' });
    assert.match(html, new RegExp(`<h1>${title.replace('?', '\\?')}</h1>`));
    assert.match(html, /<form method="post" action="\/login\/session\/end\/confirm">/);
    assert.match(html, /name="xsrf" value="&#34;&#60;x&#62;"/);
    assert.match(html, /name="logout" value="yes"/);
    assert.doesNotMatch(String(headers['content-security-policy']), /form-action/);
    assert.match(String(headers['content-security-policy']), /default-src 'none'/);
  }
});
