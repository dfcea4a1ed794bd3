import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookError } from '../src/webhook.ts';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const BODY = '{"type":"issuance.completed","session":"s","timestamp":"2026-01-01T00:00:00Z","state":"Zürich"}';
const NOW = 1_767_225_600_000;

function signedBy(...secrets: string[]): Record<string, string> {
  const at = new Date(NOW);
  return {
    'webhook-id': 'm1',
    'webhook-timestamp': String(NOW / 1000),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign('m1', at, BODY)).join(' '),
  };
}

const verify = (
  secrets: string | string[],
  headers: Record<string, string>,
  body: string | Uint8Array = BODY,
  now = NOW,
) => verifyWebhook(secrets, headers, body, { now });

test('webhooks signed by the library standardwebhooks are genuine, with both kinds of headers and bodies', () => {
  const headers = signedBy(SECRET);
  for (const body of [BODY, Buffer.from(BODY)])
    assert.deepEqual(verify(SECRET, headers, body).payload, JSON.parse(BODY));
  assert.equal(verifyWebhook(SECRET, new Headers(headers), BODY, { now: NOW }).id, 'm1');
});

test('during a rotation one signature by one secret is enough', () => {
  assert.equal(verify(SECRET, signedBy(OTHER, SECRET)).id, 'm1');
  assert.equal(verify([OTHER, SECRET], signedBy(SECRET)).id, 'm1');
});

test('a different secret, body, id or version, or an empty signature, is refused', () => {
  const headers = signedBy(SECRET);
  const signature = headers['webhook-signature'] ?? '';
  const refused: [string, Record<string, string>, string?][] = [
    [OTHER, headers],
    [SECRET, headers, `${BODY} `],
    [SECRET, { ...headers, 'webhook-id': 'm2' }],
    [SECRET, { ...headers, 'webhook-signature': signature.replace('v1,', 'v2,') }],
    [SECRET, { ...headers, 'webhook-signature': 'v1,' }],
    [SECRET, { ...headers, 'webhook-signature': '' }],
    [SECRET, { ...headers, 'webhook-timestamp': 'NaN' }],
  ];
  for (const [secret, given, body] of refused) assert.throws(() => verify(secret, given, body), WebhookError);
  assert.throws(() => verify('whsec_', headers), TypeError);
});

test('five minutes are tolerated in both directions', () => {
  for (const sign of [-1, 1]) {
    assert.equal(verify(SECRET, signedBy(SECRET), BODY, NOW + sign * 300_000).id, 'm1');
    assert.throws(() => verify(SECRET, signedBy(SECRET), BODY, NOW + sign * 300_001), WebhookError);
  }
});
