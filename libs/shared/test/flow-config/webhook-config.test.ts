import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretBytes, secretText, webhookFindings, webhookRuleFindings } from '../../src/flow-config/webhook-config.ts';
import type { Json } from '../../src/kernel/json.ts';

const auth = (headerName: string, value: string) => ({ type: 'apiKey', config: { headerName, value } });
const secret = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

function pointers(config: Json, allow: readonly string[] = []): readonly string[] {
  return webhookFindings(config, '/notifyWebhook', allow).map(({ pointer }) => pointer);
}

test('good configurations', () => {
  for (const config of [
    { url: 'https://hooks.example/path?q=1' },
    { url: 'https://hooks.example:8443', auth: auth('x-api-key', 'some secret') },
    { url: 'https://hooks.example', signingSecret: secret(24) },
    { url: 'https://1.1.1.1/', signingSecret: secret(64) },
  ]) {
    assert.deepEqual(pointers(config), []);
  }
});

test('header names that belong to HTTP or to the signature, and values with a line end', () => {
  const forbidden = ['host', 'Host', 'content-length', 'Content-Type', 'transfer-encoding', 'connection', 'te'];
  const more = ['upgrade', 'keep-alive', 'trailer', 'expect', 'proxy-authorization', 'Webhook-Id', 'webhook-signature'];
  for (const name of [...forbidden, ...more, '', 'a b', 'a:b', 'a\r\nb', 'é', 'a\u0000']) {
    const config = { url: 'https://hooks.example', auth: auth(name, 'v') };
    assert.deepEqual(pointers(config), ['/notifyWebhook/auth/config/headerName'], name);
  }
  for (const value of ['a\r\nx: y', 'a\nb', 'a\rb', 'a\u0000b', '', ' a', 'é']) {
    const config = { url: 'https://hooks.example', auth: auth('x-key', value) };
    assert.deepEqual(pointers(config), ['/notifyWebhook/auth/config/value'], JSON.stringify(value));
  }
});

test('URLs that would never be called', () => {
  for (const url of [
    'http://hooks.example',
    'ftp://hooks.example',
    'hooks.example',
    'https://u:p@hooks.example',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest',
  ]) {
    assert.deepEqual(pointers({ url }), ['/notifyWebhook/url'], url);
  }
});

test('named targets may be http and inside', () => {
  const allow = ['backend:8080', '10.0.0.0/8'];
  for (const url of ['http://backend:8080/x', 'http://10.1.2.3/', 'https://10.1.2.3/', 'http://resolves-inside/']) {
    assert.deepEqual(pointers({ url }, allow), [], url);
  }
  assert.deepEqual(pointers({ url: 'http://11.1.1.1/' }, allow), ['/notifyWebhook/url']);
  assert.deepEqual(pointers({ url: 'http://backend/' }, ['backend:8080']), ['/notifyWebhook/url']);
});

test('a signing secret is whsec_ and base64 of 24 to 64 bytes', () => {
  const url = 'https://hooks.example';
  const text = secret(24).slice(6);
  for (const signingSecret of [
    secret(23),
    secret(65),
    text,
    `whsec_${text.slice(0, -1)}`,
    `whsec_${'-_'.repeat(20)}`,
  ]) {
    assert.deepEqual(pointers({ url, signingSecret }), ['/notifyWebhook/signingSecret'], signingSecret);
  }
  assert.deepEqual(secretBytes(secretText(Buffer.alloc(32, 9))), Buffer.alloc(32, 9));
  // Padding may be omitted.
  assert.deepEqual(secretBytes(secret(32).replace(/=+$/, '')), Buffer.alloc(32, 7));
});

test('address and secret are checked whatever else is wrong; without the shape they are the only findings', () => {
  const config = { url: 'http://10.0.0.1/', signingSecret: `whsec_${'-_'.repeat(20)}`, auth: 7, mistyped: 1 };
  const rules = ['/webhook/url', '/webhook/signingSecret'];
  const places = (findings: readonly { readonly pointer: string }[]) => findings.map(({ pointer }) => pointer);
  assert.deepEqual(places(webhookRuleFindings(config, '/webhook', [])), rules);
  assert.deepEqual(
    places(webhookFindings(config, '/webhook', [])).sort(),
    ['/webhook/auth', '/webhook/mistyped', ...rules].sort(),
  );
  for (const other of [7, 'https://b.example', { url: 7, signingSecret: 7 }, {}]) {
    assert.deepEqual(webhookRuleFindings(other, '/webhook', []), []);
  }
});
