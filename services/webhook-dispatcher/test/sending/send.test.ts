/** One attempt: the request, its signing secret, and the result of each kind of failure. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretText } from '@countersign/shared/flow-config/webhook-config';
import type { OutboundRequest } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { Webhook } from 'standardwebhooks';
import { prepareWebhook, sendWebhook } from '../../src/sending/send.ts';
import { tenantSecret } from '../../src/sending/tenant-secret.ts';
import { deliveryOf } from '../delivery-of.ts';
import { type SessionOptions, world } from '../world.ts';

const config = { url: 'https://backend.example/hook' };
const signal = new AbortController().signal;
const CREDENTIALS = [{ id: 'pid', values: { given_name: 'Erika' } }];

async function prepared(
  t: Parameters<typeof world>[0],
  {
    webhook = config,
    delivery = {},
    ...session
  }: Omit<SessionOptions, 'webhook'> & { webhook?: object; delivery?: Partial<DeliveryDocument> },
) {
  const w = await world(t);
  const { id } = await w.session({ credentials: CREDENTIALS, ...session });
  const stored = (await w.store.get(sessions, id)) ?? assert.fail();
  const made = await prepareWebhook(w.platform, stored, deliveryOf('e', delivery), { ...config, ...webhook });
  return { w, id, made };
}

test('presented data is in deliveries of a verified presentation alone', async (t) => {
  const verified = await prepared(t, { delivery: { type: 'presentation.verified', data: { request: 'h' } } });
  assert.deepEqual(JSON.parse(verified.made.body).credentials, CREDENTIALS);
  const other = await prepared(t, { state: 'order-7' });
  const payload = JSON.parse(other.made.body);
  assert.deepEqual([payload.session, payload.state, payload.credentials], [other.id, 'order-7', undefined]);
});

test('a webhook is signed with its own secret, or without one with the secret of its tenant', async (t) => {
  const own = Buffer.alloc(32, 5);
  const { made } = await prepared(t, { webhook: { signingSecret: secretText(own) } });
  assert.deepEqual(made.keys, [own]);
  const { w, made: plain } = await prepared(t, {});
  assert.deepEqual(plain.keys, [tenantSecret(await w.platform.vaults.of('default'))]);
});

test('the request is signed, has the configured header, and limits of time and answer size', async (t) => {
  const auth = { type: 'apiKey', config: { headerName: 'X-Key', value: 'v' } };
  const { w, made } = await prepared(t, { webhook: { auth } });
  w.now = Date.now();
  const sent: OutboundRequest[] = [];
  const outbound = {
    request: async (request: OutboundRequest) => {
      sent.push(request);
      return { status: 429, headers: { 'retry-after': '7' }, body: Buffer.from('later') };
    },
  };
  const result = await sendWebhook(w.platform, { id: 'e', prepared: made, outbound, signal });
  assert.deepEqual(result, { status: 429, body: Buffer.from('later'), retryAfter: '7' });
  const [request = assert.fail()] = sent;
  const headers = request.headers as Record<string, string>;
  assert.deepEqual([request.url, request.method, headers['x-key']], [config.url, 'POST', 'v']);
  assert.deepEqual([request.timeout, request.maxBytes, request.signal], [1000, 64 * 1024, signal]);
  new Webhook(secretText(made.keys[0] ?? assert.fail())).verify(made.body, headers);
});

test('each failure is a result: an error of the target by its code, an error of this program as internal', async (t) => {
  const { w, made } = await prepared(t, {});
  const failing = (error: Error) => ({ request: async () => Promise.reject(error) });
  const send = (error: Error) => sendWebhook(w.platform, { id: 'e', prepared: made, outbound: failing(error), signal });
  assert.deepEqual(await send(new OutboundError('timeout')), { error: 'timeout' });
  assert.deepEqual(await send(new TypeError('undefined is not a function')), { error: 'internal' });
});

test('an attribute provider alone learns who signed in, and has its own time, never more than WEBHOOK_TIMEOUT', async (t) => {
  const w = await world(t);
  const { id } = await w.session({});
  const stored = (await w.store.get(sessions, id)) ?? assert.fail();
  const vault = await w.platform.vaults.of('default');
  const sealedSignedIn = vault.seal(JSON.stringify({ number: '7' }), `session/${id}/signed-in`);
  const signedIn = { ...stored, issuance: { configurationIds: ['badge'], sealedSignedIn } } as unknown as typeof stored;
  const payloadFor = async (type: string) =>
    JSON.parse((await prepareWebhook(w.platform, signedIn, deliveryOf('e', { type }), config)).body);
  const asked = await payloadFor('attributes.requested');
  assert.deepEqual([asked.signedIn, asked.credentialConfigurationIds], [{ number: '7' }, ['badge']]);
  assert.equal((await payloadFor('claims.reissue')).signedIn, undefined);

  const timeouts: number[] = [];
  const outbound = {
    request: async ({ timeout }: OutboundRequest) => {
      timeouts.push(timeout);
      return { status: 200, headers: {}, body: Buffer.alloc(0) };
    },
  };
  const platform = { ...w.platform, settings: { ...w.platform.settings, WEBHOOK_TIMEOUT: 10 } };
  for (const more of [{}, { timeout: 2 }, { timeout: 60 }]) {
    const prepared = await prepareWebhook(w.platform, signedIn, deliveryOf('e'), { ...config, ...more });
    await sendWebhook(platform, { id: 'e', prepared, outbound, signal });
  }
  assert.deepEqual(timeouts, [10_000, 2000, 10_000]);
});
