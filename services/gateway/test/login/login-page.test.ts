import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LoginPage, loginPage } from '../../src/login/login-page.ts';
import { loginProblem, loginProblemPage } from '../../src/login/problem-page.ts';

const brand = { name: 'City' };
const input: LoginPage = {
  language: 'en',
  brand,
  application: '<b>Shop</b>',
  claims: ['given_name'],
  credentials: ['<i>Card</i>'],
  state: 'waiting',
  link: 'openid4vp://?client_id=a&request_uri=b',
  path: '/login/interaction/uid',
  script: '/login/assets/follow.js',
  token: 'the token',
};

test('the page says who asks for what, and has a link to the wallet and a form to cancel', () => {
  const { html, headers } = loginPage({
    ...input,
    purpose: 'To know you',
    privacyPolicy: 'https://city.example/privacy',
  });
  assert.match(html, /&#60;b&#62;Shop/);
  assert.doesNotMatch(html, /<b>|<i>/);
  assert.match(html, /&#60;i&#62;Card/);
  for (const part of ['given_name', 'To know you', 'https://city.example/privacy', 'openid4vp://?client_id=a&#38;']) {
    assert.ok(html.includes(part), part);
  }
  assert.ok(html.includes('formaction="/login/interaction/uid/cancel"'));
  assert.ok(html.includes('<form id="end" method="post" action="/login/interaction/uid/complete">'));
  assert.ok(html.includes('name="token" value="the token"'));
  assert.match(
    headers['content-security-policy'] ?? '',
    /default-src 'none'; script-src 'self'.*frame-ancestors 'none'/,
  );
});

test('without a script it loads itself again, as long as it waits', () => {
  assert.match(loginPage(input).html, /<noscript><meta http-equiv="refresh"/);
  const confirmed = loginPage({ ...input, state: 'continue' }).html;
  assert.doesNotMatch(confirmed, /http-equiv="refresh"/);
  assert.ok(confirmed.includes('formaction="/login/interaction/uid/complete"'));
});

test('a code is there only if another device may answer, and a policy only over https', () => {
  assert.doesNotMatch(loginPage(input).html, /<svg|On another device/);
  assert.match(loginPage({ ...input, qr: '<svg></svg>' }).html, /role="img"/);
  assert.doesNotMatch(loginPage({ ...input, privacyPolicy: 'javascript:alert(1)' }).html, /javascript:/);
});

test('the wallets of the browser come first, behind a button that a script shows', () => {
  const { html } = loginPage(input);
  assert.match(html, /<p id="ask" hidden="hidden" data-none="No wallet of this browser[^>]*><button type="button"/);
  assert.ok(html.indexOf('id="ask"') < html.indexOf('openid4vp:'), 'before the link');
  assert.ok(html.includes('data-wallet="/login/interaction/uid/wallet"'));
});

test('every state has words in both languages', () => {
  for (const language of ['en', 'de'] as const) {
    for (const state of ['waiting', 'declined', 'not_accepted', 'continue', 'expired', 'refused'] as const) {
      assert.match(
        loginPage({ ...input, language, state }).html,
        new RegExp(`lang="${language}"[^]*data-state="${state}"`),
      );
    }
  }
});

test('a problem is a page of the tenant, without what was sent', () => {
  assert.equal(loginProblem('invalid_client'), 'request');
  assert.equal(loginProblem('server_error'), 'failure');
  assert.equal(loginProblem('signed-out'), 'signed-out');
  const { html } = loginProblemPage({ language: 'de', brand, problem: 'elsewhere' });
  assert.match(html, /City/);
  assert.match(html, /Zurück dorthin/);
});
