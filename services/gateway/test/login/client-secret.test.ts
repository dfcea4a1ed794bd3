import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientBySecret } from '../../src/login/client-secret.ts';
import { clientOf } from './given.ts';

const SECRET = 'a secret of thirty-two characters';
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
const shop = clientOf();
const open = { ...clientOf({ token_endpoint_auth_method: 'none' }), id: 'open' };
const keyed = { ...clientOf({ token_endpoint_auth_method: 'client_secret_jwt' }), id: 'keyed' };
const by = (authorization: string | undefined, fields: object) =>
  clientBySecret(authorization, fields, [shop, open, keyed])?.id;

test('a client is recognized by its secret, in the header or in the form', () => {
  assert.equal(by(basic(`shop:${SECRET}`), {}), 'shop');
  assert.equal(by(basic(`shop:${SECRET.replaceAll(' ', '+').replace('-', '%2D')}`), { client_id: 'shop' }), 'shop');
  assert.equal(by(undefined, { client_id: 'shop', client_secret: SECRET }), 'shop');
  assert.equal(by(undefined, { client_id: 'open' }), 'open');
});

test('a wrong or missing secret, two methods in one request, and a client that signs are not recognized', () => {
  for (const text of [
    `shop:${SECRET}x`,
    'shop:',
    'shop',
    `other:${SECRET}`,
    'open:',
    'open:x',
    'shop:%',
    `:${SECRET}`,
  ]) {
    assert.equal(by(basic(text), {}), undefined, text);
  }
  assert.equal(by(`Bearer ${SECRET}`, {}), undefined);
  assert.equal(by(basic(`shop:${SECRET}`), { client_secret: SECRET }), undefined);
  assert.equal(by(basic(`shop:${SECRET}`), { client_id: 'open' }), undefined);
  assert.equal(by(undefined, { client_id: 'open', client_secret: SECRET }), undefined);
  assert.equal(by(undefined, { client_id: 'shop' }), undefined);
  assert.equal(by(undefined, { client_id: 'keyed', client_secret: SECRET }), undefined);
  assert.equal(by(undefined, {}), undefined);
});
