/** One offer that several wallets redeem, each in a separate session. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { endByTimeJob } from '@countersign/issuer/session/end-by-time';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import type { Offer } from '@countersign/wallet/issuance/offer';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { verifyWithLibrary } from '../support/credential.ts';
import { assertRefused, count, credentialBody, makeOffer, sessionOf } from '../support/flows.ts';
import { holdPidOf, offerOf, SHAPE_A, shapes, writeMember } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import { receiveWithOpenid4vc } from '../wallet/openid4vc-wallet.ts';
import { presentWithOpenid4vp } from '../wallet/openid4vp-wallet.ts';

const claims = { pid: { given_name: 'Ada', family_name: 'Muster', birthdate: '2000-01-01' } };

describe('an offer with several redemptions', () => {
  let server: TestServer;
  let now = Date.now();
  const clock = (): number => now;
  before(async () => {
    server = await startSampleServer({
      clock,
      env: { REDEMPTION_TTL: '30', WEBHOOK_SCHEDULE: '0,1', RATE_WALLET: '0' },
    });
  });
  after(() => server.close());

  const newWallet = (dpop = true): Wallet => new Wallet({ issuer: server.url, clock, dpop });
  const offered = async (body: object): Promise<{ uri: string; session: string; offer: Offer }> => {
    const made = await makeOffer(server, { claims, ...body });
    return { ...made, offer: await newWallet().offer(made.uri) };
  };
  const begin = (wallet: Wallet, offer: Offer): Promise<Answer> => wallet.par(wallet.authorizationParameters(offer));
  const redeem = async (wallet: Wallet, offer: Offer): Promise<Answer> =>
    wallet.token(wallet.codeParameters(await wallet.code(offer)));
  const redemptionsOf = async (offer: string): Promise<{ id: string; status: string }[]> =>
    (await read(await server.a(`/session?offerSession=${offer}&limit=100`))).json;
  const stored = async (id: string) => (await server.platform.store.get(sessions, id)) ?? assert.fail();

  for (const dpop of [true, false]) {
    it(`fifty wallets at once get no more than its places, ${dpop ? 'DPoP' : 'bearer'}`, async () => {
      const { offer, session, uri } = await offered({ redemptions: 4 });
      const wallets = Array.from({ length: 50 }, () => newWallet(dpop));
      const answers = await Promise.all(
        wallets.map((wallet) => redeem(wallet, offer).catch((error: unknown) => String(error))),
      );
      const given = answers.filter((answer) => typeof answer !== 'string');
      assert.equal(count(given, 200), 4);
      assert.equal(given.length, 4);
      for (const answer of answers) if (typeof answer === 'string') assert.match(answer, /PAR answered 400/);
      assert.equal(new Set(given.map(({ json }) => json.access_token)).size, 4);

      const view = await sessionOf(server, session);
      assert.equal(view.status, 'exhausted');
      assert.deepEqual(view.redemptions, { limit: 4, redeemed: 4 });
      // Each redemption has the claims; the offer no longer needs them.
      assert.equal(view.credentialPayload.claims, undefined);
      const own = await redemptionsOf(session);
      assert.deepEqual(
        own.map(({ status }) => status),
        Array.from({ length: 4 }, () => 'token_issued'),
      );
      const link = new URL(uri).searchParams.get('credential_offer_uri') ?? '';
      assert.equal((await fetch(link)).status, 404);
      assertRefused(await begin(newWallet(), offer), 400, 'invalid_request');
    });
  }

  it('each redemption has its own id, webhook, credential and end', async (t) => {
    const receiver = await openReceiver();
    t.after(() => receiver.close());
    const { offer, session } = await offered({
      redemptions: 3,
      state: 'course-7',
      notifyWebhook: { url: receiver.url },
    });
    const ids: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const wallet = newWallet();
      const { json } = await redeem(wallet, offer);
      const issued = await wallet.credential(json.access_token, await credentialBody(wallet));
      assert.equal(issued.status, 200, issued.text);
      const { claims: signed } = await verifyWithLibrary(issued.json.credentials[0].credential);
      assert.equal(signed.given_name, 'Ada');
      assert.equal((await wallet.notify(json.access_token, issued.json.notification_id)).status, 204);
      const [call] = (await receiver.wait(2 * n + 2)).slice(-1);
      const { timestamp: _, ...payload } = JSON.parse(call?.body ?? '');
      ids.push(payload.session);
      assert.deepEqual(payload, {
        session: payload.session,
        offerSession: session,
        state: 'course-7',
        type: 'issuance.completed',
      });
    }
    assert.equal(new Set([...ids, session]).size, 3);
    const found = await redemptionsOf(session);
    assert.deepEqual(found.map(({ id }) => id).sort(), [...ids].sort());
    const [first = '', second = ''] = ids;
    const view = await sessionOf(server, first);
    assert.deepEqual([view.status, view.offerSession, view.issued.length], ['completed', session, 1]);
    const open = await sessionOf(server, session);
    assert.deepEqual([open.status, open.redemptions], ['created', { limit: 3, redeemed: 2 }]);

    assert.equal((await server.a(`/session/${first}`, { method: 'DELETE' })).status, 200);
    assert.equal((await sessionOf(server, second)).status, 'completed');
    assert.deepEqual(
      (await redemptionsOf(session)).map(({ id }) => id),
      [second],
    );
    assert.equal((await sessionOf(server, session)).redemptions.redeemed, 2);
  });

  it('a wallet whose answers are lost has one place, however often it begins', async () => {
    const { offer, session } = await offered({ redemptions: 2 });
    for (const wallet of [newWallet(true), newWallet(false)]) {
      for (let n = 0; n < 5; n += 1) assert.equal((await begin(wallet, offer)).status, 201);
      assert.equal((await redeem(wallet, offer)).status, 200);
    }
    assert.equal((await redemptionsOf(session)).length, 2);
    assert.equal((await sessionOf(server, session)).status, 'exhausted');
  });

  it('at least one of many parallel beginnings of one wallet leads on', async () => {
    const { offer, session } = await offered({ redemptions: 2 });
    const wallet = newWallet();
    const answers = await Promise.all(Array.from({ length: 20 }, () => begin(wallet, offer)));
    assert.ok(count(answers, 201) > 0);
    assert.equal((await redeem(wallet, offer)).status, 200);
    assert.equal((await stored(session)).issuance?.redemptions?.places.length, 1);
  });

  it('places of wallets that gave up are free for others; a wallet that is too late gets no token', async () => {
    const { offer, session } = await offered({ redemptions: 2 });
    const [late, gone, next, last] = [newWallet(), newWallet(), newWallet(), newWallet()];
    const code = await late.code(offer);
    assert.equal((await begin(gone, offer)).status, 201);
    assertRefused(await begin(next, offer), 400, 'invalid_request');
    now += 30_000;
    const codes = [await next.code(offer), await last.code(offer)];
    const answers = await Promise.all([
      late.token(late.codeParameters(code)),
      next.token(next.codeParameters(codes[0] ?? '')),
      last.token(last.codeParameters(codes[1] ?? '')),
    ]);
    assertRefused(answers[0] ?? assert.fail(), 400, 'invalid_grant');
    assert.equal(count(answers, 200), 2);
    assert.equal((await sessionOf(server, session)).redemptions.redeemed, 2);
  });

  it('a late wallet whose place is still free gets a token', async () => {
    const { offer } = await offered({ redemptions: 2 });
    const wallet = newWallet();
    const code = await wallet.code(offer);
    now += 40_000;
    const answer = await wallet.token(wallet.codeParameters(code));
    assert.equal(answer.status, 200, answer.text);
  });

  it('a refused token request uses no place', async () => {
    const { offer, session } = await offered({ redemptions: 2 });
    const wallet = newWallet();
    const code = await wallet.code(offer);
    const wrong = wallet.codeParameters(code, { code_verifier: 'x'.repeat(43) });
    assertRefused(await wallet.token(wrong), 400, 'invalid_grant');
    assert.equal((await sessionOf(server, session)).redemptions.redeemed, 0);
    assert.equal((await wallet.token(wallet.codeParameters(code))).status, 200);
    assert.equal((await sessionOf(server, session)).redemptions.redeemed, 1);
  });

  it('a deleted offer ends issuances without a token; those with one continue', async () => {
    const { offer, session } = await offered({ redemptions: 3 });
    const [begun, issued] = [newWallet(), newWallet()];
    const code = await begun.code(offer);
    const { json } = await redeem(issued, offer);
    assert.equal((await server.a(`/session/${session}`, { method: 'DELETE' })).status, 200);
    assertRefused(await begun.token(begun.codeParameters(code)), 400, 'invalid_grant');
    assertRefused(await begin(newWallet(), offer), 400, 'invalid_request');
    assert.equal((await issued.credential(json.access_token, await credentialBody(issued))).status, 200);
    assert.equal((await redemptionsOf(session)).length, 2);
  });

  it('a deleted redemption is begun anew under another id', async () => {
    const { offer, session } = await offered({ redemptions: 2 });
    const wallet = newWallet();
    assert.equal((await begin(wallet, offer)).status, 201);
    const [first] = await redemptionsOf(session);
    assert.equal((await server.a(`/session/${first?.id}`, { method: 'DELETE' })).status, 200);
    assert.equal((await redeem(wallet, offer)).status, 200);
    const [second] = await redemptionsOf(session);
    assert.ok(second !== undefined && second.id !== first?.id);
  });

  it('the end of the offer is no failed issuance; an abandoned redemption is one', async (t) => {
    const receiver = await openReceiver();
    t.after(() => receiver.close());
    const { offer, session } = await offered({
      redemptions: 2,
      expiresIn: 60,
      notifyWebhook: { url: receiver.url },
    });
    assert.equal((await begin(newWallet(), offer)).status, 201);
    const [begun] = await redemptionsOf(session);
    now += 200_000;
    await endByTimeJob(server.platform).run();
    const ended = await stored(session);
    assert.deepEqual([ended.status, ended.issuance?.sealedClaims], ['expired', undefined]);
    const [call] = await receiver.wait(1);
    const { type, reason, session: redemption } = JSON.parse(call?.body ?? '');
    assert.deepEqual([type, reason, redemption], ['issuance.failed', 'expired', begun?.id]);
    assert.deepEqual(ended.pendingDeliveries, []);
    assertRefused(await begin(newWallet(), offer), 400, 'invalid_request');
  });

  it('what an offer may say', async () => {
    const refuse = async (body: object): Promise<string> => {
      const request = { response_type: 'uri', credentialConfigurationIds: ['pid'], claims, ...body };
      const answer = await read(await server.a('/vci/offer', { method: 'POST', body: JSON.stringify(request) }));
      assert.equal(answer.status, 400, answer.text);
      return answer.text;
    };
    for (const redemptions of [0, 1001, 1.5, '2', null]) assert.match(await refuse({ redemptions }), /redemptions/);
    assert.match(await refuse({ redemptions: 2, flow: 'pre_authorized_code' }), /\/redemptions/);
    const one = await offered({ redemptions: 1 });
    assert.equal((await redeem(newWallet(), one.offer)).status, 200);
    assert.equal((await sessionOf(server, one.session)).status, 'token_issued');
    assertRefused(await begin(newWallet(), one.offer), 400, 'invalid_request');
  });
});

describe('several redemptions with a presentation first', () => {
  for (const shape of shapes) {
    it(`${shape.name}: each wallet presents, and has the claims of its own webhook call`, async (t) => {
      const server = await startSampleServer({});
      t.after(() => server.close());
      const receiver = await openReceiver();
      t.after(() => receiver.close());
      receiver.status = 200;
      writeMember(server, shape, receiver.url);
      const held = await holdPidOf(server, shape);
      const made = await offerOf(server, shape, { redemptions: 2 });
      const present = async (link: string): Promise<string> => {
        const { answer } = await presentWithOpenid4vp(link, held);
        assert.equal(answer.status, 200, answer.text);
        return answer.json.presentation_during_issuance_session;
      };
      for (const level of ['gold', 'silver']) {
        receiver.body = JSON.stringify({ member: { level } });
        const received = await receiveWithOpenid4vc({ link: made.uri, present });
        assert.equal(received.path, 'PresentationDuringIssuance');
        assert.equal((await verifyWithLibrary(received.credentials[0] ?? '')).claims.level, level);
      }
      const offer = (await read(await shape.call(server, `/session/${made.session}`))).json;
      assert.deepEqual([offer.status, offer.claimsStatus], ['exhausted', undefined]);
      const list = await read(await shape.call(server, `/session?offerSession=${made.session}`));
      assert.deepEqual(
        list.json.map(({ status }: { status: string }) => status),
        ['completed', 'completed'],
      );
      const calls = receiver.received.map(({ body }) => JSON.parse(body));
      assert.deepEqual(
        calls.map(({ session, offerSession }) => [session, offerSession]).sort(),
        list.json.map(({ id }: { id: string }) => [id, made.session]).sort(),
      );
    });
  }

  it('the page for browsers too', async (t) => {
    const server = await startSampleServer({});
    t.after(() => server.close());
    writeMember(server, SHAPE_A);
    const held = await holdPidOf(server, SHAPE_A);
    const made = await offerOf(server, SHAPE_A, { redemptions: 2 });
    for (let n = 0; n < 2; n += 1) {
      const browse = async (page: string): Promise<string> => {
        const path = /data-follow="([^"]+)"/.exec(page)?.[1] ?? '';
        const link = /href="(openid4vp:[^"]+)"/.exec(page)?.[1]?.replaceAll('&#38;', '&') ?? '';
        assert.equal((await presentWithOpenid4vp(link, held)).answer.status, 200);
        return (await read(await server.request(path))).json.redirect;
      };
      const received = await receiveWithOpenid4vc({ link: made.uri, skipChallenge: true, browse });
      assert.equal(received.credentials.length, 1);
    }
    assert.equal((await sessionOf(server, made.session)).status, 'exhausted');
  });
});
