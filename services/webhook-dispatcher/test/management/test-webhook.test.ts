/** A webhook's test call: what the receiver gets, and what the backend learns. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretText } from '@countersign/shared/flow-config/webhook-config';
import type { OutboundRequest } from '@countersign/shared/http/outbound';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { Webhook } from 'standardwebhooks';
import { tenantSecret } from '../../src/sending/tenant-secret.ts';
import type { WebhookDispatcher } from '../../src/webhook-dispatcher.ts';
import { call, receiver, world } from '../world.ts';

async function tried(dispatcher: WebhookDispatcher, webhook: object, deadline?: number): Promise<JsonObject> {
  const more = { body: { webhook } as JsonObject, ...(deadline === undefined ? {} : { deadline }) };
  return (await call(dispatcher, 'dispatcher.test', {}, more)).body as JsonObject;
}

test('the receiver gets a signed event with the header of the webhook, and nothing is stored', async (t) => {
  const w = await world(t);
  w.now = Date.now();
  const { url, got } = await receiver(t);
  const auth = { type: 'apiKey', config: { headerName: 'X-Key', value: 'v' } };
  const report = await tried(w.dispatcher(), { url: `${url}?token=in-the-url`, auth });
  const { id, ...rest } = report;
  assert.deepEqual(rest, { target: new URL(url).origin, milliseconds: 0, outcome: 'delivered', status: 204 });
  const [{ headers, body } = assert.fail()] = got;
  assert.deepEqual([headers['webhook-id'], headers['x-key']], [id, 'v']);
  const secret = secretText(tenantSecret(await w.platform.vaults.of('default')));
  const payload = new Webhook(secret).verify(body, headers as Record<string, string>) as JsonObject;
  assert.deepEqual([payload.type, payload.session], ['webhook.test', 'webhook-test']);
  const listed = await call(w.dispatcher(), 'dispatcher.delivery.list', {}, { query: { state: 'delivered' } });
  assert.deepEqual(listed.body, []);
});

test('a failure is answered with its reason and what to change', async (t) => {
  const w = await world(t);
  const { url } = await receiver(t, (_, response) => response.writeHead(401).end());
  const refused = await tried(w.dispatcher(), { url });
  assert.deepEqual([refused.outcome, refused.status, refused.error], ['failed', 401, 'status']);
  assert.match(String(refused.description), /refused the request/);
  for (const code of ['dns', 'tls', 'address'] as const) {
    const outbound = { request: async () => Promise.reject(new OutboundError(code)) };
    const failed = await tried(w.dispatcher({ outbound }), { url: 'https://backend.example/' });
    assert.deepEqual([failed.outcome, failed.status, failed.error], ['failed', undefined, code]);
    assert.ok(String(failed.description).length > 10 && String(failed.hint).length > 10, code);
  }
});

test('what answers 410 failed too, and a redirect is not followed', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t, (_, response) => response.writeHead(302, { location: '/other' }).end());
  assert.equal((await tried(w.dispatcher(), { url })).error, 'redirect');
  assert.equal(got.length, 1);
  const gone = await receiver(t, (_, response) => response.writeHead(410).end());
  assert.equal((await tried(w.dispatcher(), { url: gone.url })).outcome, 'failed');
});

test('the call ends before the caller has given up; only a few run at once', async (t) => {
  const w = await world(t, { WEBHOOK_TIMEOUT: '60' });
  const timeouts: number[] = [];
  const waiting: (() => void)[] = [];
  const request = async ({ timeout }: OutboundRequest) => {
    timeouts.push(timeout);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { status: 204, headers: {}, body: Buffer.alloc(0) };
  };
  const dispatcher = w.dispatcher({ outbound: { request } });
  const webhook = { url: 'https://backend.example/' };
  const running = [tried(dispatcher, webhook), tried(dispatcher, webhook, w.now + 2000)];
  for (let more = 0; more < 3; more += 1) running.push(tried(dispatcher, webhook));
  while (waiting.length < 5) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(timeouts.toSorted((a, b) => a - b).slice(0, 2), [1500, 5000]);
  await assert.rejects(tried(dispatcher, webhook), { code: 'rate_limited' });
  for (const end of waiting) end();
  await Promise.all(running);
  const next = tried(dispatcher, webhook);
  while (waiting.length < 6) await new Promise((resolve) => setImmediate(resolve));
  waiting.at(-1)?.();
  assert.equal((await next).outcome, 'delivered');
});
