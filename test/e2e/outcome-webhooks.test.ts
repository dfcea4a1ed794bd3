/** The backend receives the outcome of an issuance, after the wallet got its response. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { reasons } from '@countersign/gateway/reasons';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { read } from '@countersign/wallet/sending/answer';
import { makeOffer, makeTenantOffer, sessionOf } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, verified, type WebhookReceiver } from '../support/webhook-receiver.ts';

const SECRET = `whsec_${Buffer.from('outcome-webhook-secret-of-32-bytes').toString('base64')}`;
const SCRIPT = resolve(import.meta.dirname, '../../../scripts/operator.mjs');

const auth = { type: 'apiKey', config: { headerName: 'X-Backend-Key', value: 'backend-key-0815' } };

describe('outcome webhooks', () => {
  let folder: string;
  let server: TestServer;
  let receiver: WebhookReceiver;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-webhooks-'));
    server = await startSampleServer({ folder, env: { WEBHOOK_SCHEDULE: '0,1,1,1' } });
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const withReceiver = async (test: () => Promise<void>): Promise<void> => {
    receiver = await openReceiver();
    try {
      await test();
    } finally {
      await receiver.close();
    }
  };
  const deliveriesOf = async (session: string): Promise<Record<string, unknown>[]> =>
    (await read(await server.a(`/session/${session}/deliveries`))).json;
  /** Waits until the deliveries of a session are in one of these states. */
  const ended = async (session: string, state: string): Promise<Record<string, unknown>[]> => {
    for (;;) {
      const found = await deliveriesOf(session);
      if (found.length > 0 && found.every((delivery) => delivery.state === state)) return found;
      await new Promise((tick) => setTimeout(tick, 10));
    }
  };

  it('issued and completed, signed with the secret of the offer; the wallet never waits for the backend', () =>
    withReceiver(async () => {
      receiver.silent = true;
      const notifyWebhook = { url: receiver.url, auhth: auth, signingSecret: SECRET };
      const made = await makeOffer(server, { flow: 'pre_authorized_code', state: 'order-9', notifyWebhook });
      const wallet = new Wallet({ issuer: server.url });
      const { token, answer } = await wallet.receive(made.uri);
      assert.equal(answer.status, 200);
      assert.equal((await wallet.notify(token, answer.json.notification_id)).status, 204);
      // Both responses came while the backend does not respond.
      const [first] = await receiver.wait(1);
      assert.equal(
        (await deliveriesOf(made.session)).some(({ state }) => state === 'delivered'),
        false,
      );
      receiver.silent = false;
      const all = await receiver.wait(2);
      assert.deepEqual(all[0], first);
      const payloads = all.map((webhook) => verified(webhook, SECRET));
      const common = { session: made.session, state: 'order-9' };
      assert.deepEqual(
        payloads.map(({ timestamp, ...rest }) => rest),
        [
          {
            ...common,
            type: 'credential.issued',
            credentialConfigurationId: 'pid',
            notification_id: answer.json.notification_id,
          },
          { ...common, type: 'issuance.completed' },
        ],
      );
      for (const { headers } of all) assert.equal(headers['x-backend-key'], 'backend-key-0815');
      const found = await ended(made.session, 'delivered');
      assert.deepEqual(
        found.map(({ id }) => id),
        all.map(({ headers }) => headers['webhook-id']),
      );
      const view = JSON.stringify(await sessionOf(server, made.session));
      assert.ok(view.includes(receiver.url) && !view.includes(SECRET) && !view.includes('backend-key-0815'));
      assert.ok(!server.lines.join().includes('backend-key-0815'));
    }));

  it('a failed issuance of a tenant, signed with the secret that the command prints', () =>
    withReceiver(async () => {
      const body = { flow: 'pre_authorized_code', tx_code: true, notifyWebhook: { url: receiver.url, auth } };
      const made = await makeTenantOffer(server, body);
      const wallet = new Wallet({ issuer: `${server.url}/root` });
      const offer = await wallet.offer(made.uri);
      for (let n = 0; n < 5; n += 1) assert.equal((await wallet.redeem(offer, 'wrong')).status, 400);
      const [failed] = await receiver.wait(1);
      // While the server runs.
      const env = { ...process.env, ...server.environment };
      const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, 'webhook-secret', 'root'], { env });
      const secret = /^whsec_\S+$/m.exec(stdout)?.[0] ?? '';
      const { type, session, tenantId, reason, hint } = verified(failed ?? assert.fail(), secret);
      assert.deepEqual([type, session, tenantId], ['issuance.failed', made.session, 'root']);
      assert.deepEqual([reason, hint], ['tx_code_attempts', reasons.tx_code_locked.hint]);
    }));

  it('a target that fails is tried again; a replay sends the same webhook once more', () =>
    withReceiver(async () => {
      receiver.status = 500;
      const notifyWebhook = { url: receiver.url, signingSecret: SECRET };
      const made = await makeOffer(server, { flow: 'pre_authorized_code', notifyWebhook });
      await new Wallet({ issuer: server.url }).receive(made.uri);
      await receiver.wait(1);
      receiver.status = 200;
      await receiver.wait(2);
      const [delivery] = await ended(made.session, 'delivered');
      const path = `/session/${made.session}/deliveries/${delivery?.id}/replay`;
      assert.equal((await server.b(path, { method: 'POST' })).status, 404);
      assert.equal((await server.a(path, { method: 'POST' })).status, 201);
      const all = await receiver.wait(3);
      assert.equal(new Set(all.map(({ headers }) => headers['webhook-id'])).size, 1);
      await ended(made.session, 'delivered');
    }));

  it('an offer without notifyWebhook sends no webhook', () =>
    withReceiver(async () => {
      const made = await makeOffer(server, { flow: 'pre_authorized_code' });
      await new Wallet({ issuer: server.url }).receive(made.uri);
      assert.deepEqual(await deliveriesOf(made.session), []);
      assert.equal((await server.a('/session/nobody/deliveries')).status, 404);
    }));
});
