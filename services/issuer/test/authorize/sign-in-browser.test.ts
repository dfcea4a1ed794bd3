import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { browserOf, cookieHeader, cookieSecret, pageReference } from '../../src/authorize/sign-in-browser.ts';
import { sessionWith } from '../order-of-refusals/known.ts';
import { given } from '../session/issuance-given.ts';
import { openIssuer } from '../world.ts';

const SECRET = 's'.repeat(43);
const https = { settings: { PUBLIC_URL: 'https://issuer.example/base' } } as never;
const http = { settings: { PUBLIC_URL: 'http://localhost:3000' } } as never;
const withCookie = (cookie: string | undefined, params = {}): OperationRequest =>
  ({ headers: { cookie }, params }) as unknown as OperationRequest;

test('on https no other host and no page over http can set the cookie; scripts can not read it', () => {
  const header = cookieHeader(https, SECRET);
  assert.match(header, /^__Host-countersign-sign-in=s{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
  assert.match(cookieHeader(http, SECRET), /^countersign-sign-in=s{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
});

test('the cookie is read among others; one of another form or name is none', () => {
  assert.equal(cookieSecret(https, withCookie(`a=b; __Host-countersign-sign-in=${SECRET}; c=d`)), SECRET);
  assert.equal(cookieSecret(http, withCookie(`countersign-sign-in=${SECRET}`)), SECRET);
  for (const cookie of [undefined, '', `countersign-sign-in=${SECRET}`, '__Host-countersign-sign-in=short', 'x']) {
    assert.equal(cookieSecret(https, withCookie(cookie)), undefined, cookie);
  }
});

test('cookie and link belong together, and to one session', async (t) => {
  const { platform } = await openIssuer(t);
  const session = sessionWith(given('pushed'));
  const { text, hash } = await pageReference(platform, session, SECRET);
  const cookie = `__Host-countersign-sign-in=${SECRET}`;
  assert.equal(await browserOf(platform, withCookie(cookie, { reference: text }), session), hash);
  assert.equal(await browserOf(platform, withCookie(cookie), session), hash, 'the callback has no link');
  assert.equal(await browserOf(platform, withCookie(undefined, { reference: text }), session), undefined);
  const other = `__Host-countersign-sign-in=${'t'.repeat(43)}`;
  assert.equal(await browserOf(platform, withCookie(other, { reference: text }), session), undefined);
  const another = { ...session, id: 'another' };
  assert.equal(await browserOf(platform, withCookie(cookie, { reference: text }), another), undefined);
});
