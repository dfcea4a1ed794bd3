import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RightsView, rightsPage } from '../../src/rights/rights-page.ts';

const evil = '"><script>alert(1)</script>';
const rights = { presentation: 'rights', from: [['a']], authority: { name: evil, phone: '+49 (30) 1' } };

const views: readonly RightsView[] = [
  { state: 'start', qr: '<svg></svg>', back: evil },
  { state: 'waiting', link: `openid4vp://?x=${evil}` },
  { state: 'refused' },
  {
    state: 'known',
    token: evil,
    held: {
      sessions: [
        {
          id: evil,
          kind: 'issuance',
          configurations: [evil],
          createdAt: 0,
          status: 'completed',
          issued: [{ configuration: evil, issuedAt: 0 }],
        },
      ],
      renewals: [{ configurations: [evil], until: 0 }],
      logins: [{ application: evil, until: 0 }],
      more: true,
    },
  },
  {
    state: 'erased',
    erased: { sessions: 1, renewals: 2, logins: 3, revoked: 4 },
    receipt: evil,
    back: `https://w.example/${evil}`,
  },
  { state: 'ended' },
  { state: 'elsewhere' },
];

for (const language of ['en', 'de'] as const) {
  for (const view of views) {
    test(`${language}: ${view.state} runs no script, loads nothing and posts only here`, () => {
      const brand = { name: 'Shop $& & Co' };
      const { html, headers } = rightsPage({ language, brand, rights, path: '/rights', view });
      assert.doesNotMatch(html, /<script|\{\w+\}/);
      assert.match(html, /&#38; Co/);
      assert.match(html, /<a href="tel:\+49301"/);
      const policy = headers['content-security-policy'] ?? '';
      assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self' data:;.*form-action 'self'$/);
      assert.equal(headers['cache-control'], 'no-store');
    });
  }
}

test('the receipt says what was erased', () => {
  const view = views.find(({ state }) => state === 'erased') as RightsView;
  const { html } = rightsPage({ language: 'en', brand: { name: 'Shop' }, rights, path: '/rights', view });
  assert.match(html, /Offers and presentations: 1\. Renewals: 2\. Sign-ins: 3\. Revoked: 4\./);
});
