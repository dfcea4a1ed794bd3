/**
 * Canaries in every personal value that passes through: never readable in the store, a log line or the audit log while
 * they are in use, and nothing of them left after an erasure.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { purgeJob } from '@countersign/gateway/sessions/purge';
import { endByTimeJob } from '@countersign/issuer/session/end-by-time';
import { auditRecords, deliveries, sessions, statusEntries } from '@countersign/shared/test/model/every-tenant';
import { until } from '@countersign/shared/test/patience';
import { endUnanswered } from '@countersign/verifier/session/end-unanswered';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import {
  errorFields,
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { beginWithToken, credentialBody, makeOffer, sessionOf } from './flows.ts';
import { makeFetchedRequest, pidQuestion } from './presentation.ts';
import {
  challenged,
  goodResponse,
  memberConfiguration,
  requestMember,
  SHAPE_A,
  tokenAfterPresentation,
} from './presentation-during-issuance.ts';
import { collectedCard, levelOf, refresh, renewingWallet, writeRenewable } from './renewable.ts';
import { startSampleServer } from './sample-server.ts';
import type { TestServer } from './server.ts';
import { untilTraced } from './trace.ts';
import { openReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const CANARY = {
  offer: 'Canary-of-the-offer',
  unissued: 'Canary-nobody-fetched',
  webhook: 'Canary-of-webhook',
  renewed: 'Canary-of-a-renewal',
  presented: 'Canary-presented',
  notification: 'Canary-of-notification',
  walletError: 'Canary-of-wallet-error',
  txCode: 'Canary-tx',
} as const;

/** The text itself, and the parts of its base64 that do not depend on the text around it. */
export function forms(text: string | Buffer): readonly Buffer[] {
  const encoded = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64url');
    return whole.slice(before === 0 ? 0 : before + 1, -2);
  });
  return [text, ...encoded].map((form) => Buffer.from(form));
}

/** Everything that is stored, by its place. */
export type Dump = (server: TestServer) => Promise<readonly (readonly [place: string, bytes: Buffer])[]>;

async function assertNowhere(server: TestServer, dump: Dump, when: string): Promise<void> {
  const places = await dump(server);
  assert.ok(places.length > 0);
  const log = Buffer.from(server.lines.join(''));
  for (const [name, canary] of Object.entries(CANARY)) {
    for (const form of forms(canary)) {
      for (const [path, bytes] of places) assert.ok(!bytes.includes(form), `${when}: ${name} in ${path}`);
      assert.ok(!log.includes(form), `${when}: ${name} in the log`);
    }
  }
}

/** The traces of the sessions, as a backend reads them: with entries, and without a canary. */
async function assertInNoTrace(server: TestServer, sessionIds: readonly string[]): Promise<void> {
  for (const id of sessionIds) {
    // Entries are written a moment after the response.
    await untilTraced(server, id, () => true);
    const answer = await read(await server.a(`/session/${id}/trace`));
    assert.equal(answer.status, 200, answer.text);
    assert.ok(answer.json.entries.length > 0, id);
    for (const [name, canary] of Object.entries(CANARY)) {
      for (const form of forms(canary))
        assert.ok(!answer.text.includes(form.toString()), `${name} in the trace of ${id}`);
    }
  }
  const unmatched = await read(await server.a('/trace?unmatched=true'));
  for (const canary of Object.values(CANARY)) assert.ok(!unmatched.text.includes(canary));
}

const pid = (given_name: string) => ({ pid: { given_name, family_name: 'Muster', birthdate: '2000-01-01' } });

/** Issues with an offer's claims. The wallet reports a failure with its own text. */
async function byOffer(server: TestServer): Promise<{ held: HeldCredential; session: string }> {
  const flow = { flow: 'pre_authorized_code', tx_code: CANARY.txCode, claims: pid(CANARY.presented) };
  const made = await makeOffer(server, flow);
  const wallet = new Wallet({ issuer: server.url });
  const { answer, key } = await wallet.receive(made.uri, CANARY.txCode);
  assert.equal(answer.status, 200, answer.text);
  return { held: { credential: answer.json.credentials[0].credential, key }, session: made.session };
}

async function reporting(server: TestServer): Promise<string> {
  const started = await beginWithToken(server, { flow: 'pre_authorized_code', claims: pid(CANARY.offer) });
  const { wallet, token, session } = started;
  const issued = await wallet.credential(token, await credentialBody(wallet));
  assert.equal(issued.status, 200, issued.text);
  const event = { event: 'credential_failure', event_description: CANARY.notification };
  assert.equal((await wallet.notify(token, issued.json.notification_id, event)).status, 204);
  const view = await sessionOf(server, session);
  // The backend sees what is encrypted in the store.
  assert.equal(view.notifications[0].event_description, CANARY.notification);
  assert.equal(view.credentialPayload.claims.pid.given_name, CANARY.offer);
  return session;
}

async function byClaimsWebhook(server: TestServer, held: HeldCredential, receiver: WebhookReceiver): Promise<string> {
  const started = await challenged(server, SHAPE_A);
  const token = await tokenAfterPresentation(started, held);
  const answer = await requestMember(started.wallet, token);
  assert.equal(answer.status, 200, answer.text);
  assert.ok(receiver.received.some(({ body }) => body.includes(CANARY.presented)));
  return started.session;
}

/** Presentations that are accepted, declined by the user, and refused by the verifier. */
async function presenting(server: TestServer, held: HeldCredential): Promise<readonly string[]> {
  const taken = await makeFetchedRequest(server);
  assert.equal((await post(taken.request.response_uri, goodResponse(taken.request, held))).status, 200);
  assert.equal((await sessionOf(server, taken.session)).credentials[0].values.given_name, CANARY.presented);

  const clear = await makeFetchedRequest(server, { response_mode: 'direct_post' });
  const vpToken = vpTokenOf(present(held, clear.request), clear.request);
  const fields = { vp_token: JSON.stringify(vpToken), state: clear.request.state };
  assert.equal((await post(clear.request.response_uri, fields)).status, 200);

  const refused = await makeFetchedRequest(server);
  const error = errorFields(refused.request, 'access_denied', { error_description: CANARY.walletError });
  assert.ok((await post(refused.request.response_uri, error)).status < 500);
  assert.equal((await sessionOf(server, refused.session)).error?.description, CANARY.walletError);

  const bad = await makeFetchedRequest(server);
  const forged = vpTokenOf(present(held, bad.request, { payload: { nonce: 'another' } }), bad.request);
  assert.equal((await post(bad.request.response_uri, responseFields(bad.request, forged))).status, 400);

  const open = await makeFetchedRequest(server);
  return [taken, clear, refused, bad, open].map(({ session }) => session);
}

/** A renewal two hours after the first issuance. @returns its session */
async function renewing(server: TestServer, time: { late: number }, receiver: WebhookReceiver): Promise<string> {
  writeRenewable(server, SHAPE_A, { webhook: receiver.url });
  const started = await renewingWallet(server, SHAPE_A, () => Date.now() + time.late);
  time.late += 7_200_000;
  const token = await refresh(started.wallet, started.refreshToken);
  assert.equal(token.status, 200, token.text);
  const { credentials } = (await collectedCard(started.wallet, token.json.access_token)).json;
  assert.equal(levelOf(credentials[0].credential), CANARY.renewed);
  const [renewal] = (await read(await server.a(`/session?firstSession=${started.session}`))).json;
  return renewal.id;
}

/** No personal value is readable anywhere, before an erasure or after it. */
export async function canaryFlow(t: TestContext, dump: Dump): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-canary-'));
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  receiver.status = 200;
  receiver.body = JSON.stringify({ member: { level: CANARY.webhook }, card: { level: CANARY.renewed } });
  const time = { late: 0 };
  const server = await startSampleServer({
    folder,
    clock: () => Date.now() + time.late,
    env: { WEBHOOK_SCHEDULE: '0,1,1', CLAIMS_WAIT: '10000', LOG_LEVEL: 'debug', TRACE: 'all' },
  });
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  server.writeConfig('issuance/member.json', memberConfiguration(receiver.url));
  server.writeConfig('presentation/identity.json', pidQuestion);
  server.writeConfig('presentation/question.json', { ...pidQuestion, webhook: receiver.url });
  const { store } = server.platform;

  const { held, session } = await byOffer(server);
  const unissued = await makeOffer(server, { claims: pid(CANARY.unissued) });
  const ids = [
    session,
    unissued.session,
    await reporting(server),
    await byClaimsWebhook(server, held, receiver),
    ...(await presenting(server, held)),
  ];
  // One to erase, and one to purge.
  for (let n = 0; n < 2; n += 1) ids.push(await renewing(server, time, receiver));
  // Every webhook is delivered, so that the purge removes it too.
  await until('the end of every delivery', async () => {
    const pending = await store.find(sessions, { index: 'pending', limit: 1 });
    const outbox = await store.find(sessions, { index: 'outbox', limit: 1 });
    return pending.documents.length === 0 && outbox.documents.length === 0;
  });
  await assertNowhere(server, dump, 'in use');
  await assertInNoTrace(server, ids);
  // The check works: it finds the session's id, which is stored unencrypted.
  assert.ok((await dump(server)).some(([, bytes]) => bytes.includes(session)));

  const entries = (await store.find(statusEntries, { index: 'session', equal: [session], limit: 9 })).documents;
  for (const id of ids.filter((_, n) => n % 2 === 0)) {
    assert.equal((await server.a(`/session/${id}`, { method: 'DELETE' })).status, 200);
  }
  time.late += 90_000_000;
  // A session stays until its due end is told.
  await endByTimeJob(server.platform).run();
  await endUnanswered({ ...server.platform, wakeRelay: () => undefined }).run();
  await until('the purge of every session', async () => {
    await purgeJob(server.platform).run();
    const kept = await Promise.all(ids.map((id) => store.get(sessions, id)));
    return kept.every((one) => one === undefined);
  });
  for (const id of ids) {
    assert.equal((await read(await server.a(`/session/${id}`))).status, 404);
    assert.equal((await read(await server.a(`/session/${id}/trace`))).status, 404);
    assert.deepEqual((await store.find(deliveries, { index: 'session', equal: [id], limit: 1 })).documents, []);
    const receipts = (await store.find(auditRecords, { index: 'session', equal: [id], limit: 100 })).documents.filter(
      ({ action }) => action === 'session.erased',
    );
    assert.deepEqual(
      receipts.map(({ openSince }) => openSince),
      [undefined],
    );
  }
  assert.deepEqual((await store.find(sessions, { index: 'age', limit: 1 })).documents, []);
  assert.deepEqual(
    (await store.find(statusEntries, { index: 'session', equal: [session], limit: 9 })).documents,
    entries,
  );
  assert.equal(entries.length, 1);
  const audit = JSON.stringify((await store.find(auditRecords, { index: 'age', limit: 1000 })).documents);
  for (const canary of Object.values(CANARY)) assert.ok(!audit.includes(canary));
  await assertNowhere(server, dump, 'erased');
}
