import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wayBack } from '../../src/rights/way-back.ts';

const callbacks = ['https://wallet.example', 'https://other.example:8443'];

test('a registered origin, with any path and query', () => {
  assert.equal(wayBack('https://wallet.example/done?x=1', callbacks), 'https://wallet.example/done?x=1');
  assert.equal(wayBack('https://WALLET.example:443/', callbacks), 'https://wallet.example/');
  assert.equal(wayBack('https://other.example:8443/', callbacks), 'https://other.example:8443/');
});

test('row 68: nothing else', () => {
  for (const address of [
    undefined,
    '',
    '/done',
    '//wallet.example/',
    'javascript:alert(1)//https://wallet.example',
    'data:text/html,x',
    'http://wallet.example/',
    'https://wallet.example.evil.example/',
    'https://evil.example/https://wallet.example',
    'https://wallet.example@evil.example/',
    'https://user@wallet.example/',
    'https://wallet.example:8443/',
    'https://wallet.example/#x',
    'https://wallet.example\\@evil.example/',
    'https://evil.example\n.wallet.example/',
    'openid4vp://wallet.example/',
    `https://wallet.example/${'x'.repeat(1024)}`,
  ]) {
    assert.equal(wayBack(address, callbacks), undefined, address);
  }
  assert.equal(wayBack('https://wallet.example/'), undefined, 'no origin is registered');
});
