/** Which addresses a request has: only those that somebody needs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newHandle } from '@countersign/shared/crypto/wallet-reference';
import { systemRandom } from '@countersign/shared/kernel/random';
import { requestAddresses, type ShownBy } from '../../src/request/request-addresses.ts';

const ISSUER = 'https://issuer.example';
const BACK = 'https://shop.example/back';
const button = (crossDevice: boolean): ShownBy => ({ way: 'button', origin: 'https://shop.example', crossDevice });

function made(shownBy: ShownBy, redirectUri?: string) {
  const handle = newHandle(0, systemRandom);
  const asked = { shownBy, issuer: ISSUER, configurationId: 'q', handle, expiresAt: 1000, scheme: 'openid4vp' };
  const way = redirectUri === undefined ? {} : { redirectUri };
  return requestAddresses({ ...asked, ...way, profile: 'haip' }, systemRandom);
}

test('a link shows the address of the request, a page over the Digital Credentials API only the request', () => {
  const { request, shown } = made({ way: 'link' });
  assert.match(String(shown({ clientId: 'c' }).link), /^openid4vp:/);
  assert.match(request.requestUri ?? '', /^https:\/\/issuer\.example\/oid4vp\/request\/q\/[\w-]{64}$/);
  const page = made({ way: 'dc-api', origins: ['https://shop.example'] });
  assert.equal(page.request.requestUri, undefined);
  assert.deepEqual(page.shown({ clientId: 'c', digital: [] }), { digital: { requests: [] } });
});

test('a page of this server asks with the request of its link, by a reference that is no part of the link', () => {
  const { request, shown } = made({ way: 'link', page: { origin: ISSUER, crossDevice: false } }, BACK);
  const { link, page, crossDeviceLink } = shown({ clientId: 'c' });
  assert.equal(crossDeviceLink, undefined);
  assert.equal(request.otherDevice, undefined);
  assert.match(String(page), /^[\w-]{64}$/);
  assert.equal(String(link).includes(String(page)), false);
  assert.deepEqual([request.pageOrigin, request.buttonHash === request.requestHash], ['https://issuer.example', false]);
  assert.equal(made({ way: 'link' }).request.buttonHash, undefined);
});

test('a page of this server has another link for another device', () => {
  const { request, shown } = made({ way: 'link', page: { origin: ISSUER, crossDevice: true } }, BACK);
  const { link, crossDeviceLink } = shown({ clientId: 'c' });
  const uriOf = (text: unknown) => new URL(String(text)).searchParams.get('request_uri');
  assert.equal(uriOf(link), request.requestUri);
  assert.equal(uriOf(crossDeviceLink), request.otherDevice?.requestUri);
  assert.notEqual(request.requestUri, request.otherDevice?.requestUri);
});

test('a link with a way back, for another device too: one link each', () => {
  const { request, shown } = made({ way: 'link', crossDevice: true }, BACK);
  const { link, crossDeviceLink } = shown({ clientId: 'c' });
  const uriOf = (text: unknown) => new URL(String(text)).searchParams.get('request_uri');
  assert.deepEqual([uriOf(link), uriOf(crossDeviceLink)], [request.requestUri, request.otherDevice?.requestUri]);
  assert.notEqual(uriOf(link), uriOf(crossDeviceLink));
  const without = made({ way: 'link', crossDevice: true });
  assert.deepEqual(Object.keys(without.shown({ clientId: 'c' })), ['link']);
});

test('a button has an address of its own, which is no address of the request', () => {
  const { request, shown } = made(button(true), BACK);
  const { button: address } = shown({ clientId: 'c' });
  assert.match(String(address), /^https:\/\/issuer\.example\/oid4vp\/button\/[\w-]{64}$/);
  const hashes = [request.buttonHash, request.requestHash, request.otherDevice?.requestHash];
  assert.equal(new Set(hashes).size, 3);
  assert.notEqual(request.requestUri, request.otherDevice?.requestUri);
});

test('one way has one address, and a button without a way back and for no other device has none for wallets', () => {
  assert.equal(made(button(false), BACK).request.otherDevice, undefined);
  assert.equal(made(button(true)).request.otherDevice, undefined);
  assert.notEqual(made(button(true)).request.requestUri, undefined);
  assert.equal(made(button(false)).request.requestUri, undefined);
});
