import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretText } from '@countersign/shared/flow-config/webhook-config';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from '../../src/sending/signature.ts';

const key = Buffer.alloc(32, 3);
const body = '{"session":"s","type":"issuance.completed"}';

test('an independent verifier accepts the signature, and refuses every change', () => {
  // The verifier reads the system clock.
  const headers = signatureHeaders('event-1', Date.now(), body, [key]);
  const verifier = new Webhook(secretText(key));
  assert.deepEqual(verifier.verify(body, headers), JSON.parse(body));
  assert.throws(() => verifier.verify(body.replace('"s"', '"t"'), headers));
  assert.throws(() => verifier.verify(body, { ...headers, 'webhook-id': 'event-2' }));
  const other = String(Number(headers['webhook-timestamp']) - 1);
  assert.throws(() => verifier.verify(body, { ...headers, 'webhook-timestamp': other }));
  assert.throws(() => new Webhook(secretText(Buffer.alloc(32, 4))).verify(body, headers));
});

test('the timestamp is in seconds', () => {
  assert.equal(signatureHeaders('e', 1_700_000_000_999, body, [key])['webhook-timestamp'], '1700000000');
});

test('known answer of the Standard Webhooks specification', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const headers = signatureHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330_000, '{"test": 2432232314}', [secret]);
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});
