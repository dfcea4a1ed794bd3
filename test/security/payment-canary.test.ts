/**
 * What a customer pays, and to whom, is only in the request, in the webhook and in the session's confirmation: not in the
 * store, the log, the trace, the audit log, the events, or what a viewer reads.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { until } from '@countersign/shared/test/patience';
import { type HeldCredential, post, present, responseFields } from '@countersign/wallet/presentation/present';
import { confirmationOf } from '@countersign/wallet/presentation/transaction-data';
import { read } from '@countersign/wallet/sending/answer';
import { assertNone, readable } from '../support/canary-search.ts';
import { readEvents } from '../support/events.ts';
import { fileDump } from '../support/file-dump.ts';
import { cardConfiguration, holdCard, payment, paymentQuestion } from '../support/payments.ts';
import { makeFetchedRequest } from '../support/presentation.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { untilTraced } from '../support/trace.ts';
import { viewer } from '../support/viewer.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

const AMOUNT = 918_273.46;
const CODE = 'Canary-authentication-code';
const CANARIES = ['Canary-payee', 'Canary-account', 'Canary-transaction', String(AMOUNT), CODE];
const [name, id, transactionId] = CANARIES;
const payload = { ...payment.payload, transaction_id: transactionId, payee: { name, id }, amount: AMOUNT };

interface Paying {
  readonly card: HeldCredential;
  readonly url: string;
}

/** A confirmed payment, a refused one, and one that nobody could ask for. @returns the sessions */
async function pay(server: TestServer, { card, url }: Paying): Promise<readonly string[]> {
  const body = { requestId: 'payment', transaction_data: [{ ...payment, payload }], webhook: { url } };
  const answer = async (change: object) => {
    const { request, session } = await makeFetchedRequest(server, body);
    const proof = { ...confirmationOf(request, 'card'), jti: CODE, ...change };
    const fields = responseFields(request, { card: [present(card, request, { payload: proof })] });
    return { session, status: (await post(request.response_uri, fields)).status };
  };
  const [paid, refused] = [await answer({}), await answer({ amr: [{ knowledge: 'Canary-factor' }] })];
  assert.deepEqual([paid.status, refused.status], [200, 400]);
  const wrong = [{ ...payment, payload: { ...payload, amount: String(AMOUNT), payee: name } }];
  const unmade = { response_type: 'uri', ...body, transaction_data: wrong };
  assert.equal((await read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(unmade) }))).status, 400);
  return [paid.session, refused.session];
}

test('a payment is readable nowhere but for the backend, and gone with its session', async (t) => {
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  receiver.status = 200;
  const server = await startSampleServer({ env: { CONSOLE: 'on', LOG_LEVEL: 'debug', TRACE: 'all' } });
  t.after(() => server.close());
  server.writeConfig('issuance/card.json', cardConfiguration);
  server.writeConfig('presentation/payment.json', paymentQuestion);
  const [paid = '', refused = ''] = await pay(server, { card: await holdCard(server), url: receiver.url });
  const { store } = server.platform;
  await until('the end of every delivery', async () => {
    const pending = await store.find(sessions, { index: 'pending', limit: 1 });
    const outbox = await store.find(sessions, { index: 'outbox', limit: 1 });
    return pending.documents.length === 0 && outbox.documents.length === 0;
  });

  // The backend has the exact string that the customer signed.
  const view = await read(await server.a(`/session/${paid}`));
  const [sent] = view.json.credentials[0].confirmed.transactionData;
  assert.deepEqual(JSON.parse(Buffer.from(sent, 'base64url').toString()).payload, payload);
  assert.ok(receiver.received.some(({ body }) => body.includes(sent)));

  const events = await readEvents(server.a, '/events', '0');
  await events.until(({ event }) => JSON.stringify(event).includes(paid));
  events.close();
  for (const one of [paid, refused]) await untilTraced(server, one, () => true);
  const traces = [paid, refused].map((one) => `/session/${one}/trace`);
  const places = [
    ...(await readable(server, traces)),
    ['the events', Buffer.from(JSON.stringify(events.got))] as const,
  ];
  const headers = await viewer(server);
  for (const path of ['/session', `/session/${paid}`, `/session/${refused}`, '/deliveries?state=delivered']) {
    const seen = await read(await server.request(path, { headers }));
    assert.equal(seen.status, 200, seen.text);
    places.push([`${path} for a viewer`, Buffer.from(seen.text)]);
  }
  assertNone([...CANARIES, 'Canary-factor'], [...places, ...(await fileDump(server))]);
  // The search works: it finds the session, and a canary where it is.
  assert.ok(server.lines.length > 0);
  const finding = places.filter(([, bytes]) => bytes.includes(paid)).map(([place]) => place);
  for (const place of ['/audit', '/session for a viewer', 'the events']) {
    assert.ok(finding.includes(place), `${place}: ${finding}`);
  }
  assert.throws(() => assertNone(CANARIES, [['the session', Buffer.from(view.text)]]));

  assert.equal((await server.a(`/session/${paid}`, { method: 'DELETE' })).status, 200);
  assert.equal((await server.a(`/session/${paid}`)).status, 404);
  assertNone(CANARIES, await fileDump(server));
});
