/**
 * Each event of an issuance with a presentation, one after the other, is lost. The document is authoritative and the
 * bus only signals, so the issuance ends as it would, and the backend gets its webhooks, a few seconds late.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventType, eventDefinitions } from '@countersign/shared/bus/catalogue';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import {
  errorFields,
  fetchRequest,
  type HeldCredential,
  post,
  present,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { verifyWithLibrary } from '../support/credential.ts';
import { assertRefused, sessionOf } from '../support/flows.ts';
import {
  type Challenged,
  challenged,
  holdPidOf,
  offerOf,
  presentTo,
  requestMember,
  SHAPE_A,
  secondChallenge,
  tokenAfterPresentation,
  writeMember,
} from '../support/presentation-during-issuance.ts';
import { collectedCard, levelOf, refresh, renewingWallet, writeRenewable } from '../support/renewable.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

type Manner = 'issued' | 'refused once' | 'rejected' | 'gone' | 'gone and asked for';

/**
 * Events that are not part of this flow, come too late to wait for here, or are only a wake-up. The renewal's event has
 * its own test.
 */
const ELSEWHERE = [
  'status.changed.v1',
  'presentation.expired.v1',
  'claims.reissue.v1',
  'attributes.requested.v1',
  'presentation.released.v1',
  'events.appended.v1',
] as const satisfies readonly EventType[];

/** Event -> the course of the issuance in which it is lost. An event that is missing here has no test. */
const FLOWS: Readonly<Record<Exclude<EventType, (typeof ELSEWHERE)[number]>, Manner>> = {
  'presentation.requested.v1': 'issued',
  'presentation.verified.v1': 'issued',
  'presentation.rejected.v1': 'rejected',
  'presentation.refused.v1': 'refused once',
  'webhook.answered.v1': 'issued',
  'webhook.gave-up.v1': 'gone and asked for',
  'credential.issued.v1': 'issued',
  'issuance.completed.v1': 'issued',
  'issuance.failed.v1': 'gone',
};

/** The webhooks that the backend receives for each, in this order. */
const WEBHOOKS: Readonly<Record<Manner, readonly string[]>> = {
  issued: ['claims.requested', 'credential.issued', 'issuance.completed'],
  'refused once': ['presentation.refused', 'claims.requested', 'credential.issued', 'issuance.completed'],
  rejected: ['presentation.rejected', 'issuance.failed'],
  gone: ['claims.requested', 'issuance.failed'],
  'gone and asked for': ['claims.requested', 'issuance.failed'],
};

describe('an event of the flow is lost', { concurrency: true }, () => {
  let server: TestServer;
  let held: HeldCredential;
  let claims: WebhookReceiver;
  let gone: WebhookReceiver;
  let outcome: WebhookReceiver;
  /** Session -> the type that it loses; and the ids that were lost. */
  const losing = new Map<string, EventType>();
  const lost = new Map<string, Set<string>>();
  before(async () => {
    const drop = ({ id, subject, type }: { id: string; subject: string; type: EventType }): boolean => {
      if (losing.get(subject) !== type) return false;
      lost.set(subject, (lost.get(subject) ?? new Set()).add(id));
      return true;
    };
    server = await startSampleServer({ env: { CLAIMS_WAIT: '200', DEFERRED_NOTIFICATION: 'on' }, faults: { drop } });
    [claims, gone, outcome] = await Promise.all([openReceiver(), openReceiver(), openReceiver()]);
    Object.assign(claims, { status: 200, body: JSON.stringify({ member: { level: 'gold' } }) });
    gone.status = 410;
    writeMember(server, SHAPE_A);
    held = await holdPidOf(server, SHAPE_A);
  });
  after(async () => {
    await server.close();
    await Promise.all([claims, gone, outcome].map((receiver) => receiver.close()));
  });

  for (const [type, manner] of Object.entries(FLOWS) as [keyof typeof FLOWS, Manner][]) {
    it(`${type}: ${manner}`, async () => {
      const started = await begin(type, manner);
      if (manner === 'refused once') await refusedOnce(started);
      if (manner === 'issued' || manner === 'refused once') await issued(started);
      else if (manner === 'rejected') await rejected(started);
      else await refused(started, manner);
      assert.equal(lost.get(started.session)?.size, 1, 'there was nothing to lose');
      await delivered(started.session, WEBHOOKS[manner]);
    });
  }

  it('presentation.rejected.v1, with a browser in between: the page that follows it ends the issuance', async () => {
    const made = await offerOf(server, SHAPE_A, { webhook: { url: claims.url } });
    losing.set(made.session, 'presentation.rejected.v1');
    const wallet = new Wallet({ issuer: server.url });
    const pushed = await wallet.par(wallet.authorizationParameters(await wallet.offer(made.uri)));
    const page = await wallet.authorize(pushed.json.request_uri);
    const link = /href="(openid4vp:[^"]+)"/.exec(page.text)?.[1]?.replaceAll('&#38;', '&') ?? '';
    const request = await fetchRequest(link);
    await post(request.response_uri, errorFields(request, 'access_denied'));
    const path = /data-follow="([^"]+)"/.exec(page.text)?.[1] ?? '';
    for (const _ of [1, 2]) assert.equal((await read(await server.request(path))).json.state, 'refused');
    const { status, error } = await sessionOf(server, made.session);
    assert.deepEqual([status, error.code, error.reason], ['failed', 'presentation_rejected', 'presentation_rejected']);
  });

  it('is one of the catalogue', () => {
    assert.deepEqual([...Object.keys(FLOWS), ...ELSEWHERE].sort(), Object.keys(eventDefinitions).sort());
  });

  it('claims.reissue.v1: the renewal gets its claims all the same', async (t) => {
    let ahead = 0;
    const clock = (): number => Date.now() + ahead;
    const lost = new Set<string>();
    const drop = ({ id, type }: { id: string; type: EventType }): boolean => {
      if (type === 'claims.reissue.v1') lost.add(id);
      return lost.has(id);
    };
    const server = await startSampleServer({
      clock,
      env: { CLAIMS_WAIT: '200', DEFERRED_NOTIFICATION: 'on' },
      faults: { drop },
    });
    const backend = await openReceiver();
    t.after(() => Promise.all([server.close(), backend.close()]));
    Object.assign(backend, { status: 200, body: JSON.stringify({ card: { level: 'gold' } }) });
    writeRenewable(server, SHAPE_A, { webhook: backend.url });
    const { wallet, refreshToken } = await renewingWallet(server, SHAPE_A, clock);
    ahead = 7_200_000;
    const { json } = await refresh(wallet, refreshToken);
    await backend.wait(1);
    const answer = await collectedCard(wallet, json.access_token);
    assert.equal(levelOf(answer.json.credentials[0].credential), 'gold');
    assert.equal(lost.size, 1, 'there was nothing to lose');
    assert.equal(backend.received.length, 1);
  });

  /** The offer, and the first challenge: from the challenge on events are lost. */
  async function begin(type: EventType, manner: Manner): Promise<Challenged> {
    const webhook = { url: manner.startsWith('gone') ? gone.url : claims.url };
    const body = { webhook, notifyWebhook: { url: outcome.url } };
    return challenged(server, SHAPE_A, { body, offered: (session) => losing.set(session, type) });
  }

  async function issued(started: Challenged): Promise<void> {
    const { wallet, session } = started;
    const token = await tokenAfterPresentation(started, held);
    const first = await requestMember(wallet, token);
    const deferred = { transaction_id: first.json.transaction_id };
    let answer: Answer = first;
    for (; answer.status === 202; answer = await wallet.resource('/vci/deferred', token, deferred)) await sleep(50);
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await verifyWithLibrary(answer.json.credentials[0].credential)).claims.level, 'gold');
    assert.equal((await wallet.notify(token, answer.json.notification_id)).status, 204);
    const { status, claimsStatus } = await sessionOf(server, session);
    assert.deepEqual([status, claimsStatus], ['completed', 'ready']);
  }

  /** A presentation whose proof is for another request. */
  async function refusedOnce({ link }: Challenged): Promise<void> {
    const request = await fetchRequest(link);
    const bad = vpTokenOf(present(held, request, { nonce: 'another' }), request);
    assertRefused(await post(request.response_uri, responseFields(request, bad)), 400, 'invalid_request');
  }

  async function rejected({ wallet, link, authSession, session }: Challenged): Promise<void> {
    const request = await fetchRequest(link);
    await post(request.response_uri, errorFields(request, 'access_denied'));
    const answer = await secondChallenge(wallet, authSession, 'x'.repeat(43));
    assertRefused(answer, 400, 'invalid_session');
    const { status, error } = await sessionOf(server, session);
    assert.deepEqual([status, error.code, error.reason], ['failed', 'presentation_rejected', 'presentation_rejected']);
  }

  async function refused(started: Challenged, manner: Manner): Promise<void> {
    const { session, wallet } = started;
    if (manner === 'gone') await presentTo(started.link, held);
    else {
      const token = await tokenAfterPresentation(started, held);
      while ((await sessionOf(server, session)).claimsStatus === 'expected') await sleep(20);
      assertRefused(await requestMember(wallet, token), 400, 'credential_request_denied');
    }
    while ((await sessionOf(server, session)).status !== 'failed') await sleep(20);
    const { claimsStatus, error } = await sessionOf(server, session);
    assert.deepEqual([claimsStatus, error.code, error.reason], ['failed', 'claims_unavailable', 'claims_refused']);
  }

  /** Waits until every delivery of the session has ended, and none came twice. */
  async function delivered(session: string, types: readonly string[]): Promise<void> {
    type Delivery = { readonly type: string; readonly state: string; readonly id: string };
    let found: readonly Delivery[] = [];
    for (; found.length < types.length || found.some(({ state }) => state === 'due' || state === 'leased'); ) {
      await sleep(50);
      found = (await read(await server.a(`/session/${session}/deliveries`))).json;
    }
    assert.deepEqual(found.map(({ type }) => type).sort(), [...types].sort());
    const received = [claims, gone, outcome].flatMap((receiver) => receiver.received);
    for (const { id, type } of found) {
      const calls = received.filter(({ headers }) => headers['webhook-id'] === id);
      assert.equal(calls.length, 1, type);
    }
  }
});
