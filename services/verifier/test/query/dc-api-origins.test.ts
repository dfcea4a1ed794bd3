/** Origins of a configuration: exactly as browsers write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOrigin, originFindings } from '../../src/query/dc-api-origins.ts';

test('https origins count, with and without a port', () => {
  for (const origin of ['https://shop.example', 'https://shop.example:8443', 'https://xn--bcher-kva.example']) {
    assert.ok(isOrigin(origin, false), origin);
  }
});

test('what browsers do not write as an origin does not count', () => {
  for (const text of [
    'https://shop.example/',
    'https://shop.example/pay',
    'https://shop.example?a',
    'https://shop.example#a',
    'https://Shop.example',
    'HTTPS://shop.example',
    'https://shop.example:443',
    'https://user@shop.example',
    ' https://shop.example',
    'https://shop.example\n',
    'https://bücher.example',
    'https://*.example',
    'https://*',
    'shop.example',
    'origin:https://shop.example',
    'null',
    '*',
    '',
    'https://',
    'wss://shop.example',
    'data:text/html,x',
    'file:///x',
    'android:apk-key-hash:abc',
    'http://shop.example',
    'http://127.0.0.1.example',
    'http://10.0.0.1',
  ]) {
    assert.ok(!isOrigin(text, true), text);
  }
});

test('http counts for a loopback address where that is allowed', () => {
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080']) {
    assert.ok(isOrigin(origin, true), origin);
    assert.ok(!isOrigin(origin, false), origin);
  }
});

test('each wrong origin is a finding with its place', () => {
  const found = originFindings(
    '/origins',
    ['https://shop.example', 'https://shop.example/', 'http://localhost'],
    false,
  );
  assert.deepEqual(
    found.map(({ pointer }) => pointer),
    ['/origins/1', '/origins/2'],
  );
  assert.match(found[0]?.detail ?? '', /without a path and a slash at the end/);
  assert.doesNotMatch(found[0]?.detail ?? '', /loopback/);
  assert.deepEqual(originFindings('/origins', ['https://shop.example', 'http://localhost'], true), []);
  assert.deepEqual(originFindings('/origins', undefined, false), []);
});
