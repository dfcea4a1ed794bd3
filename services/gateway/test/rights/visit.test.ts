import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasVisitToken, openVisit, sealVisit, type Visit, visitCookie, visitToken } from '../../src/rights/visit.ts';
import { loginWorld } from '../login/world.ts';

const visit: Visit = { kind: 'known', people: ['p'.repeat(43)], until: 1000, id: 'i' };

test('a visit opens at its own tenant until it ends', async (t) => {
  const { vaults } = await loginWorld(t);
  const [own, other] = [await vaults.of('acme'), await vaults.of('other')];
  const sealed = sealVisit(own, visit);
  assert.deepEqual(openVisit(own, sealed, 999), visit);
  assert.equal(openVisit(own, sealed, 1000), undefined);
  assert.equal(openVisit(other, sealed, 999), undefined);
  assert.equal(openVisit(own, undefined, 0), undefined);
  assert.equal(openVisit(own, `${sealed.slice(0, -4)}AAAA`, 0), undefined);
});

test('a form belongs to one visit', async (t) => {
  const vault = await (await loginWorld(t)).vaults.of('acme');
  const token = visitToken(vault, visit);
  assert.ok(hasVisitToken(vault, visit, { token }));
  assert.ok(!hasVisitToken(vault, { ...visit, id: 'j' }, { token }));
  for (const form of [undefined, {}, { token: '' }, { token: [token] }]) assert.ok(!hasVisitToken(vault, visit, form));
});

test('the cookie is the browser’s own, and fits into it with the longest way back', async (t) => {
  const vault = await (await loginWorld(t)).vaults.of('acme');
  const cookie = visitCookie('https://wallets.example');
  const link = `openid4vp://?client_id=x509_hash%3A${'h'.repeat(43)}&request_uri=${'u'.repeat(900)}`;
  const sealed = sealVisit(vault, {
    kind: 'asked',
    session: 's'.repeat(43),
    link,
    back: `https://w.example/${'b'.repeat(1005)}`,
    until: 1,
    id: 'i',
  });
  assert.equal(cookie.read(`${cookie.name}=${sealed}`), sealed);
  assert.match(
    cookie.set(sealed),
    /^__Host-countersign-rights=.*; Path=\/; Max-Age=900; HttpOnly; SameSite=Lax; Secure$/,
  );
});
