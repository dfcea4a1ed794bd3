/** The backend's reference, `state`, may turn out to be a name. Erasing the session erases it from every document. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Collection, StoredDocument } from '@countersign/shared/store/port';
import * as every from '@countersign/shared/test/model/every-tenant';
import { until } from '@countersign/shared/test/patience';
import { read } from '@countersign/wallet/sending/answer';
import { beginWithToken, credentialBody } from '../support/flows.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { untilTraced } from '../support/trace.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

const REFERENCE = 'Canary-Kunigunde-of-order-7';

/** Collections that have a document with the reference. */
async function places({ platform }: TestServer): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const collection of Object.values(every) as readonly Collection<StoredDocument>[]) {
    for (const index of Object.keys(collection.indexes)) {
      const { documents } = await platform.store.find(collection, { index, limit: 1000 });
      if (JSON.stringify(documents).includes(REFERENCE)) found.add(collection.name);
    }
  }
  return [...found];
}

it('a reference with personal data is in the session only, and erased with it', async (t) => {
  const server = await startSampleServer({ env: { LOG_LEVEL: 'debug', TRACE: 'all' } });
  const receiver = await openReceiver();
  t.after(() => Promise.all([server.close(), receiver.close()]));
  const offer = { flow: 'pre_authorized_code', state: REFERENCE, notifyWebhook: { url: receiver.url } };
  const { wallet, token, session } = await beginWithToken(server, offer);
  const issued = await wallet.credential(token, await credentialBody(wallet));
  assert.equal((await wallet.notify(token, issued.json.notification_id)).status, 204);
  await receiver.wait(2);
  assert.ok(receiver.received.every(({ body }) => JSON.parse(body).state === REFERENCE));
  await untilTraced(server, session, () => true);
  await until('the end of every delivery', async () => {
    const { documents } = await server.platform.store.find(every.sessions, { index: 'pending', limit: 1 });
    return documents.length === 0;
  });
  assert.deepEqual(await places(server), ['sessions']);

  assert.equal((await server.a(`/session/${session}`, { method: 'DELETE' })).status, 200);
  assert.deepEqual(await places(server), []);
  const query = encodeURIComponent(REFERENCE);
  assert.deepEqual((await read(await server.a(`/session?state=${query}`))).json, []);
  for (const path of ['/audit', '/deliveries?state=delivered', '/trace?unmatched=true']) {
    const { status, text } = await read(await server.a(path));
    assert.equal(status, 200, path);
    assert.ok(!text.includes(REFERENCE), path);
  }
  assert.ok(!server.lines.join('').includes(REFERENCE), 'the log');
});
