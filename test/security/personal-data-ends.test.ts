/** The claims of an issuance are erased when it has ended, by its wallet or by the clock; the session stays readable. */

import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { reasons } from '@countersign/gateway/reasons';
import { endByTimeJob } from '@countersign/issuer/session/end-by-time';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { createVerifier } from '@countersign/verifier/verifier';
import { read } from '@countersign/wallet/sending/answer';
import { verifyWithLibrary } from '../support/credential.ts';
import { assertRefused, begin, beginWithToken, credentialBody, makeOffer, sessionOf } from '../support/flows.ts';
import { makeFetchedRequest } from '../support/presentation.ts';
import {
  challenged,
  holdPidOf,
  SHAPE_A,
  tokenAfterPresentation,
  writeMember,
} from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

const claims = { pid: { given_name: 'Canary', family_name: 'Muster', birthdate: '2000-01-01' } };
const OFFER = { flow: 'pre_authorized_code', claims } as const;

interface TimedServer {
  readonly server: TestServer;
  /** The clock of server and wallets. */
  readonly clock: () => number;
  /** Moves the clock, seconds. */
  advance(seconds: number): void;
  stored(id: string): Promise<SessionDocument>;
  endByTime(): Promise<void>;
}

async function timed(t: TestContext): Promise<TimedServer> {
  let now = Date.now();
  const clock = (): number => now;
  const server = await startSampleServer({ clock, env: { WEBHOOK_SCHEDULE: '0,1' } });
  t.after(() => server.close());
  return {
    server,
    clock,
    advance: (seconds) => {
      now += seconds * 1000;
    },
    stored: async (id) => (await server.platform.store.get(sessions, id)) ?? assert.fail(),
    endByTime: async () => {
      await endByTimeJob(server.platform).run();
      for (const job of createVerifier(server.platform).jobs) await job.run();
    },
  };
}

const given = async (server: TestServer, id: string) => (await sessionOf(server, id)).credentialPayload;

it('the claims of an offer stay while its token is good, also when everything is reported, and go with the token', async (t) => {
  const { server, stored, clock, advance, endByTime } = await timed(t);
  const { wallet, token, session } = await beginWithToken(server, OFFER, { clock });
  const issued = await wallet.credential(token, await credentialBody(wallet));
  assert.equal(issued.status, 200, issued.text);
  const before = (await stored(session)).rev;
  assert.equal((await wallet.notify(token, issued.json.notification_id)).status, 204);
  const completed = await stored(session);
  assert.equal(completed.status, 'completed');
  // The report and its relay's acknowledgements: no write of its own.
  assert.ok(completed.rev <= before + 4);
  assert.deepEqual((await given(server, session)).claims, claims);
  const again = await wallet.credential(token, await credentialBody(wallet));
  assert.equal(again.status, 200, again.text);
  assert.equal((await verifyWithLibrary(again.json.credentials[0].credential)).claims.given_name, 'Canary');

  const { issuance, tidyAt } = await stored(session);
  assert.ok(issuance?.progress.state === 'completed' && tidyAt === issuance.progress.grant.expiresAt);
  advance(Math.floor((issuance.progress.grant.expiresAt - clock()) / 1000) - 1);
  await endByTime();
  assert.notEqual((await stored(session)).issuance?.sealedClaims, undefined);
  advance(2);
  await endByTime();
  const after = await stored(session);
  assert.deepEqual(
    [after.status, after.issuance?.sealedClaims, after.tidyAt, after.endsAt],
    ['completed', undefined, undefined, undefined],
  );
  const view = await sessionOf(server, session);
  assert.equal(view.credentialPayload.claims, undefined);
  assert.deepEqual(view.offer.credential_configuration_ids, ['pid']);
  assert.equal(view.issued.length, 2);
  // A replica whose clock is behind would accept the token.
  advance(-60);
  assertRefused(await wallet.credential(token, await credentialBody(wallet)), 401, 'invalid_token');
  // That it was refused is written down; nothing is erased a second time.
  const { issuance: left } = await stored(session);
  await endByTime();
  assert.deepEqual((await stored(session)).issuance, left);
});

it('an issuance that was completed by a version which erased the claims issues nothing instead of other claims', async (t) => {
  const { server, stored, clock } = await timed(t);
  const { wallet, token, session } = await beginWithToken(server, OFFER, { clock });
  const issued = await wallet.credential(token, await credentialBody(wallet));
  assert.equal((await wallet.notify(token, issued.json.notification_id)).status, 204);
  const { issuance, ...rest } = await stored(session);
  assert.ok(issuance?.progress.state === 'completed');
  const { sealedClaims: _, ...part } = issuance;
  const progress = { state: 'completed', grant: issuance.progress.grant } as const;
  assert.ok(await server.platform.store.replace(sessions, { ...rest, issuance: { ...part, progress } }));
  assertRefused(await wallet.credential(token, await credentialBody(wallet)), 400, 'credential_request_denied');
});

it('they go when the token has ended without a report; the session stays issued', async (t) => {
  const { server, stored, advance, endByTime, clock } = await timed(t);
  const { wallet, token, session } = await beginWithToken(server, OFFER, { clock });
  assert.equal((await wallet.credential(token, await credentialBody(wallet))).status, 200);
  const { issuance, tidyAt } = await stored(session);
  assert.ok(issuance?.progress.state === 'issued' && tidyAt === issuance.progress.grant.expiresAt);
  const left = Math.floor((issuance.progress.grant.expiresAt - clock()) / 1000);
  advance(left - 1);
  await endByTime();
  assert.notEqual((await stored(session)).issuance?.sealedClaims, undefined);
  advance(2);
  await endByTime();
  const after = await stored(session);
  assert.deepEqual([after.status, after.issuance?.sealedClaims, after.tidyAt], ['issued', undefined, undefined]);
  assert.ok(after.issuance?.progress.state === 'issued' && after.issuance.progress.grant.revoked);
  assert.equal((await sessionOf(server, session)).status, 'issued');
  assertRefused(await wallet.credential(token, await credentialBody(wallet)), 401, 'invalid_token');
  const { rev } = await stored(session);
  await endByTime();
  assert.equal((await stored(session)).rev, rev);
});

it('offers that no wallet finishes become expired, and their webhook gets that outcome', async (t) => {
  const { server, stored, advance, endByTime, clock } = await timed(t);
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  const notifyWebhook = { url: receiver.url };
  const offered = await makeOffer(server, { claims, expiresIn: 60, notifyWebhook });
  const pushed = await begin(server, { claims, expiresIn: 60 });
  await pushed.wallet.par(pushed.wallet.authorizationParameters(pushed.offer));
  const authorized = await begin(server, { claims, expiresIn: 60 });
  await authorized.wallet.code(authorized.offer);
  const withToken = await beginWithToken(server, { ...OFFER, expiresIn: 60 }, { clock });
  const ids = [offered.session, pushed.session, authorized.session, withToken.session];
  advance(50);
  await endByTime();
  assert.deepEqual(await Promise.all(ids.map(async (id) => (await stored(id)).status)), [
    'created',
    'pushed',
    'authorized',
    'token_issued',
  ]);
  advance(1000);
  const views = await Promise.all(ids.map((id) => sessionOf(server, id)));
  await endByTime();
  for (const [index, id] of ids.entries()) {
    const { status, issuance, tidyAt } = await stored(id);
    assert.deepEqual([status, issuance?.sealedClaims, tidyAt], ['expired', undefined, undefined]);
    assert.equal(views[index].status, 'expired', 'the view says so before the job does');
    assert.equal((await sessionOf(server, id)).status, 'expired');
  }
  const found = await read(await server.a('/session?status=expired'));
  assert.deepEqual(found.json.map(({ id }: { id: string }) => id).sort(), [...ids].sort());
  const [webhook] = await receiver.wait(1);
  const { timestamp: _, ...payload } = JSON.parse(webhook?.body ?? '');
  const { hint } = reasons.issuance_expired;
  assert.deepEqual(payload, { session: offered.session, type: 'issuance.failed', reason: 'expired', hint });
  // Wallets get an error of their protocol for an expired offer, not one of the management API.
  assertRefused(await pushed.wallet.par(pushed.wallet.authorizationParameters(pushed.offer)), 400, 'invalid_request');
  assertRefused(
    await withToken.wallet.credential(withToken.token, await credentialBody(withToken.wallet)),
    401,
    'invalid_token',
  );
  assertRefused(await withToken.wallet.redeem(withToken.offer), 400, 'invalid_grant');
});

it('replicas that check concurrently end an offer once, and report it once', async (t) => {
  const { server, stored, advance } = await timed(t);
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  const { session } = await makeOffer(server, { claims, expiresIn: 60, notifyWebhook: { url: receiver.url } });
  advance(61);
  await Promise.all(Array.from({ length: 6 }, () => endByTimeJob(server.platform).run()));
  const { status, pendingDeliveries } = await stored(session);
  assert.deepEqual([status, pendingDeliveries.length], ['expired', 1]);
  await receiver.wait(1);
  const listed = await read(await server.a(`/session/${session}/deliveries`));
  assert.equal(listed.json.length, 1);
});

it('a session that went on while the job looked is left alone', async (t) => {
  const { server, stored, advance, clock } = await timed(t);
  const { wallet, offer, session } = await begin(server, { ...OFFER, expiresIn: 60 }, { clock });
  const stale = await stored(session);
  advance(59);
  assert.equal((await wallet.redeem(offer)).status, 200);
  const present = await stored(session);
  advance(2);
  // The job read the session before the redemption.
  const find = t.mock.method(server.platform.store, 'find', async () => ({ documents: [stale] }));
  await endByTimeJob(server.platform).run();
  find.mock.restore();
  const after = await stored(session);
  assert.deepEqual([after.status, after.issuance], ['token_issued', present.issuance]);
});

it('claims that arrive when the issuance has ended are stored nowhere', async (t) => {
  const { server, stored, advance, endByTime, clock } = await timed(t);
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  receiver.status = 200;
  receiver.body = JSON.stringify({ member: { level: 'late' } });
  receiver.silent = true;
  writeMember(server, SHAPE_A, receiver.url);
  const held = await holdPidOf(server, SHAPE_A);
  const started = await challenged(server, SHAPE_A, { body: { expiresIn: 60 }, wallet: { clock } });
  await tokenAfterPresentation(started, held);
  await receiver.wait(1);
  assert.equal((await stored(started.session)).claims?.state, 'expected');
  advance(2000);
  await endByTime();
  const ended = await stored(started.session);
  assert.deepEqual([ended.status, ended.claims?.state], ['expired', 'failed']);
  receiver.silent = false;
  for (let n = 0; n < 400; n += 1) {
    if ((await stored(started.session)).pendingDeliveries.length === 0) break;
    await new Promise((tick) => setTimeout(tick, 20));
  }
  const { claims: left, pendingDeliveries } = await stored(started.session);
  assert.deepEqual(pendingDeliveries, []);
  assert.ok(left?.state === 'failed' && !('answer' in left));
});

it('a code that was issued at the end of the offer can be redeemed, also when the job has run', async (t) => {
  const { server, advance, endByTime, clock } = await timed(t);
  const { wallet, offer } = await begin(server, { claims, expiresIn: 30 }, { clock });
  advance(29);
  const code = await wallet.code(offer);
  advance(10);
  await endByTime();
  const answer = await wallet.token(wallet.codeParameters(code));
  assert.equal(answer.status, 200, answer.text);
  advance(30);
  await endByTime();
  assert.equal((await wallet.credential(answer.json.access_token, await credentialBody(wallet))).status, 200);
});

it('a presentation request without an answer becomes expired, in clear too, and its answer is refused as before', async (t) => {
  const { server, stored, advance, endByTime } = await timed(t);
  const receiver = await openReceiver();
  t.after(() => receiver.close());
  const asked = { requestId: 'name-check', expiresIn: 60, webhook: { url: receiver.url } };
  const made = [
    await makeFetchedRequest(server, asked),
    await makeFetchedRequest(server, { ...asked, response_mode: 'direct_post' }),
  ];
  advance(61);
  await endByTime();
  const webhooks = (await receiver.wait(2)).map(({ body }) => JSON.parse(body));
  const sessions = made.map(({ session }) => ({ session, type: 'presentation.expired' }));
  assert.deepEqual(new Set(webhooks.map(({ session, type }) => ({ session, type }))), new Set(sessions));
  for (const { session, request } of made) {
    const { status, presentation, responseKeyUntil, endsAt } = await stored(session);
    assert.deepEqual([status, presentation?.progress.state, responseKeyUntil], ['expired', 'expired', undefined]);
    assert.notEqual(endsAt, undefined);
    const body = new URLSearchParams({ error: 'access_denied', state: request.state });
    const answer = await read(await fetch(request.response_uri, { method: 'POST', body }));
    assert.equal(answer.status, 400, answer.text);
    assert.equal((await sessionOf(server, session)).status, 'expired');
  }
});
