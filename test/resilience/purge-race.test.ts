/**
 * Sessions are purged and erased while wallets, backends and webhooks use them. A request that is too late gets a
 * response of its protocol, never a 5xx, and no data remains.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { purgeJob } from '@countersign/gateway/sessions/purge';
import { auditRecords, deliveries, sessions } from '@countersign/shared/test/model/every-tenant';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { type HeldCredential, post } from '@countersign/wallet/presentation/present';
import { beginWithToken, credentialBody, makeOffer } from '../support/flows.ts';
import { holdPid, makeFetchedRequest, pidQuestion } from '../support/presentation.ts';
import {
  challenged,
  goodResponse,
  memberConfiguration,
  requestMember,
  SHAPE_A,
  tokenAfterPresentation,
} from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import { seeded } from './seeded.ts';

const SEED = Number(process.env.SEED ?? 20_261_121);
/** Milliseconds. */
const DURATION = 6000;

type Flow = (server: TestServer, held: HeldCredential, made: (session: string) => void) => Promise<void>;

const flows: readonly Flow[] = [
  async (server, _, made) => {
    const offered = await makeOffer(server, { notifyWebhook: { url: webhook } });
    made(offered.session);
    const { token, answer } = await new Wallet({ issuer: server.url }).receive(offered.uri);
    await new Wallet({ issuer: server.url }).notify(token, answer.json.notification_id);
  },
  async (server, _, made) => {
    const { wallet, token, session } = await beginWithToken(server);
    made(session);
    for (let n = 0; n < 3; n += 1) await wallet.credential(token, await credentialBody(wallet));
  },
  async (server, held, made) => {
    const started = await challenged(server, SHAPE_A);
    made(started.session);
    await requestMember(started.wallet, await tokenAfterPresentation(started, held));
  },
  async (server, held, made) => {
    const asked = await makeFetchedRequest(server);
    made(asked.session);
    const fields = goodResponse(asked.request, held);
    await Promise.all([post(asked.request.response_uri, fields), post(asked.request.response_uri, fields)]);
    const answer = await server.a(`/session/${asked.session}/deliveries`);
    for (const { id } of (await answer.json()) as { id: string }[]) {
      await server.a(`/session/${asked.session}/deliveries/${id}/replay`, { method: 'POST' });
    }
  },
];

let webhook = '';

test(`no 5xx and no data left, whichever way sessions are erased (seed ${SEED})`, async (t) => {
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  webhook = receiver.url;
  receiver.status = 200;
  receiver.body = JSON.stringify({ member: { level: 'gold' } });
  let late = 0;
  const server = await startSampleServer({
    clock: () => Date.now() + late,
    env: {
      SESSION_TTL: '1',
      CLAIMS_WAIT: '300',
      DEFERRED_NOTIFICATION: 'on',
      WEBHOOK_SCHEDULE: '0,1',
      RATE_WALLET: '0',
    },
  });
  t.after(() => server.close());
  server.writeConfig('issuance/member.json', memberConfiguration(receiver.url));
  server.writeConfig('presentation/identity.json', pidQuestion);
  server.writeConfig('presentation/question.json', { ...pidQuestion, webhook: receiver.url, retention: 'webhook' });
  const held = await holdPid(server);

  const violations: string[] = [];
  const seen = new Map<number, number>();
  const real = globalThis.fetch;
  t.mock.method(globalThis, 'fetch', async (...args: Parameters<typeof fetch>) => {
    // The wallets' hosts are this server's, so a network failure is a violation too.
    const answer = await real(...args).catch((error: unknown) => {
      if (args[0] !== undefined) violations.push(`${String(args[0])}: ${String(error)}`);
      throw error;
    });
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
    if (answer.status >= 500) violations.push(`${answer.status} ${String(args[0])} ${await answer.clone().text()}`);
    return answer;
  });

  const dice = seeded(SEED);
  const end = Date.now() + DURATION;
  const over = (): boolean => Date.now() >= end;
  const made: string[] = [];
  const wallets = Array.from({ length: 6 }, async (_, lane) => {
    for (let n = lane; !over(); n += 1) {
      const flow = flows[n % flows.length] ?? assert.fail();
      // A refused step ends the flow. Only the responses matter here.
      await flow(server, held, (session) => made.push(session)).catch(() => undefined);
    }
  });
  const purge = async (): Promise<void> => {
    while (!over()) {
      await purgeJob(server.platform).run();
      await sleep(dice() * 40);
    }
  };
  const backend = async (): Promise<void> => {
    while (!over()) {
      const session = made[made.length - 1 - Math.floor(dice() * Math.min(made.length, 4))];
      if (session !== undefined && dice() < 0.7) await server.a(`/session/${session}`, { method: 'DELETE' });
      await server.a(dice() < 0.5 ? '/session?limit=20' : '/session?status=expired&limit=20');
      await sleep(dice() * 60);
    }
  };
  // Two replicas purge at the same time.
  await Promise.all([...wallets, purge(), purge(), backend()]);

  assert.deepEqual(violations, []);
  assert.deepEqual(
    server.lines.filter((line) => line.includes('"level":"error"')),
    [],
  );
  assert.ok((seen.get(200) ?? 0) > 50 && [...seen.keys()].some((status) => status >= 400), JSON.stringify([...seen]));

  late = 10_000;
  await purgeJob(server.platform).run();
  const { store } = server.platform;
  assert.deepEqual((await store.find(sessions, { index: 'age', limit: 1 })).documents, []);
  assert.deepEqual((await store.find(auditRecords, { index: 'open', limit: 1 })).documents, []);
  // A delivery that was created a moment too late is removed when it is due.
  for (const session of made) {
    for (let n = 0; ; n += 1) {
      const left = await store.find(deliveries, { index: 'session', equal: [session], limit: 1 });
      if (left.documents.length === 0) break;
      assert.ok(n < 200, `a delivery of an erased session stays: ${JSON.stringify(left.documents)}`);
      await sleep(50);
    }
  }
  const receipts = new Map<string, number>();
  let after: string | undefined;
  do {
    const page = { index: 'age', limit: 500, ...(after === undefined ? {} : { after }) };
    const found = await store.find(auditRecords, page);
    for (const { action, session = '' } of found.documents) {
      if (action === 'session.erased') receipts.set(session, (receipts.get(session) ?? 0) + 1);
    }
    after = found.next;
  } while (after !== undefined);
  for (const session of made) assert.equal(receipts.get(session), 1, session);
  t.diagnostic(`${made.length} sessions, answers ${JSON.stringify(Object.fromEntries(seen))}`);
});
