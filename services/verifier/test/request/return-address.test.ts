import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReturnAddress, leadsTo } from '../../src/request/return-address.ts';

for (const uri of ['https://site.example/done', 'http://localhost:3000/', 'shop:done', 'com.shop:/done']) {
  test(`a backend may send its user to ${uri}`, () => {
    assert.equal(isReturnAddress(uri), true);
  });
}

for (const uri of [
  'javascript:alert(1)',
  'data:text/html,x',
  'http://site.example/',
  'https://user@site.example/',
  'https://site.example/#a',
  'shop:dóne',
  '/done',
]) {
  test(`a backend may not send its user to ${uri}`, () => {
    assert.equal(isReturnAddress(uri), false);
  });
}

test('without targets every address is allowed, else those of the list alone', () => {
  const targets = ['shop.example', 'Pay.example:8443', 'localhost', '[::1]:9', 'org.shop.app:'];
  const good = [
    'https://shop.example/back?x=1',
    'https://SHOP.example:444/',
    'https://pay.example:8443/',
    'http://localhost:3000/',
    'http://[::1]:9/cb',
    'org.shop.app://back',
    'org.shop.app:/back',
  ];
  const foreign = [
    'https://evil.example/shop.example',
    'https://shop.example.evil.example/',
    'https://a.shop.example/',
    'https://shop.example./',
    'https://pay.example/',
    'https://pay.example:8444/',
    'http://[::1]:10/cb',
    'http://127.0.0.1/',
    'org.shop.app2://back',
    'shop.example://back',
    'localhost:back',
  ];
  for (const uri of good) assert.equal(leadsTo(uri, targets), true, uri);
  for (const uri of foreign) assert.equal(leadsTo(uri, targets), false, uri);
  for (const uri of [...good, ...foreign]) assert.equal(leadsTo(uri, []), true, uri);
});
