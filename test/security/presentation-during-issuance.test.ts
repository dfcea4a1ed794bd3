/** Presentation during issuance under attack: no code without a verified presentation of the same attempt. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { explained } from '@countersign/gateway/test/sessions/explained';
import type { Offer } from '@countersign/wallet/issuance/offer';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import {
  errorFields,
  fetchRequest,
  type HeldCredential,
  type PresentationRequest,
  post,
  present,
  requestUriOf,
  responseFields,
  vpTokenOf,
} from '@countersign/wallet/presentation/present';
import { read } from '@countersign/wallet/sending/answer';
import { assertRefused, count, sessionOf, sessionOfCredential, setStatus } from '../support/flows.ts';
import {
  type Challenged,
  challengeAgain,
  codeAfterPresentation,
  firstChallenge,
  GARBAGE,
  goodResponse,
  holdPidOf,
  type MemberWorld,
  memberConfiguration,
  offerOf,
  openMemberWorld,
  presentTo,
  redeemWithoutVerifier,
  requestMember,
  SHAPE_A,
  secondChallenge,
  writeMember,
} from '../support/presentation-during-issuance.ts';
import type { TestServer } from '../support/server.ts';

describe('presentation during issuance under attack', () => {
  let server: TestServer;
  let held: HeldCredential;
  let world: MemberWorld;
  before(async () => {
    world = await openMemberWorld();
    ({ server, held } = world);
  });
  after(() => server.close());

  const clock = (): number => world.clock();
  const start: MemberWorld['start'] = (options) => world.start(options);
  const noCode = async ({ wallet, authSession }: Challenged, presentationSession?: string): Promise<void> =>
    assertRefused(await secondChallenge(wallet, authSession, presentationSession), 400, 'invalid_session');

  it('issues no code to a wallet that has not presented, however often it asks', async () => {
    const started = await start();
    for (const given of [undefined, '', GARBAGE, started.authSession, 'x'.repeat(5000)]) await noCode(started, given);
    await fetchRequest(started.link);
    await noCode(started, GARBAGE);
    const { answer } = await presentTo(started.link, held);
    await noCode(started);
    await noCode(started, GARBAGE);
    const good: string = answer.json.presentation_during_issuance_session;
    assertRefused(await secondChallenge(started.wallet, GARBAGE, good), 400, 'invalid_session');
    assert.equal((await secondChallenge(started.wallet, started.authSession, good)).status, 200);
  });

  it('five values are each of their own', async () => {
    const started = await start();
    const { answer, request } = await presentTo(started.link, held);
    const values = [
      started.session,
      started.authSession,
      String(started.offer.grants.authorization_code?.issuer_state),
      answer.json.presentation_during_issuance_session,
      request.nonce,
      request.state,
      requestUriOf(started.link).split('/').at(-1) ?? '',
    ];
    assert.equal(new Set(values).size, values.length);
    assert.ok(!values.slice(1).some((value) => value.includes(started.session)));
  });

  const bad: Readonly<Record<string, (request: PresentationRequest) => unknown>> = {
    'a wrong nonce': (request) => present(held, request, { nonce: 'another' }),
    'a wrong audience': (request) => present(held, request, { audience: 'x509_hash:other' }),
    'another holder': (request) => present(held, request, { key: newWalletKey() }),
    'no key binding': () => held.credential,
    garbage: () => 'garbage',
    'a proof from the future': (request) => present(held, request, { payload: { iat: clock() / 1000 + 3600 } }),
  };
  for (const [name, make] of Object.entries(bad)) {
    it(`issues no code for a presentation with ${name}, and accepts a good one afterwards`, async () => {
      const started = await start();
      const request = await fetchRequest(started.link);
      const refused = await post(
        request.response_uri,
        responseFields(request, vpTokenOf(String(make(request)), request)),
      );
      assert.equal(refused.status, 400, refused.text);
      assert.equal(refused.json.presentation_during_issuance_session, undefined);
      await noCode(started, GARBAGE);
      await codeAfterPresentation(started, held);
    });
  }

  it('issues no code for a credential that was revoked or has expired', async () => {
    const revoked = await holdPidOf(server, SHAPE_A);
    await revoke(revoked);
    const started = await start();
    const first = await presentTo(started.link, revoked);
    assert.deepEqual([first.answer.status, first.answer.json.presentation_during_issuance_session], [400, undefined]);
    await noCode(started, GARBAGE);
    const made = await offerOf(server, SHAPE_A, {
      credentialConfigurationIds: ['pid'],
      flow: 'pre_authorized_code',
      lifetimes: { pid: 3600 },
    });
    const { answer, key } = await new Wallet({ issuer: server.url, clock }).receive(made.uri);
    const old = { credential: answer.json.credentials[0].credential, key };
    world.shift += 3 * 3600_000;
    const later = await start();
    const request = await fetchRequest(later.link);
    const token = present(old, request, { payload: { iat: Math.floor(clock() / 1000) } });
    const second = await post(request.response_uri, responseFields(request, vpTokenOf(token, request)));
    assert.deepEqual([second.status, second.json.presentation_during_issuance_session], [400, undefined], second.text);
    world.shift = 0;
  });

  it('a presentation serves one attempt: not another session, not another attempt, not twice', async () => {
    const [one, two] = [await start(), await start()];
    const presentedOne = await presentTo(one.link, held);
    const psOne: string = presentedOne.answer.json.presentation_during_issuance_session;
    await noCode(two, psOne);
    // The response to one request, posted for the other.
    const requestTwo = await fetchRequest(two.link);
    const swapped = responseFields(requestTwo, vpTokenOf(present(held, presentedOne.request), presentedOne.request));
    assert.equal((await post(requestTwo.response_uri, swapped)).status, 400);
    await noCode(two, psOne);
    const psTwo: string = (await presentTo(two.link, held)).answer.json.presentation_during_issuance_session;
    await noCode(one, psTwo);
    await noCode(two, psOne);
    assertRefused(await secondChallenge(one.wallet, two.authSession, psOne), 400, 'invalid_session');
    assert.equal((await secondChallenge(one.wallet, one.authSession, psOne)).status, 200);
    assert.equal((await secondChallenge(two.wallet, two.authSession, psTwo)).status, 200);
    // Restarted: the earlier presentation no longer applies.
    const again = { ...one, ...(await challengeAgain(one.wallet, one.offer)) };
    await noCode(again, psOne);
    await noCode(one, psOne);
    assert.equal((await read(await fetch(requestUriOf(one.link)))).status, 404);
    await codeAfterPresentation(again, held);
  });

  it('the same answer again has no effect, another one is refused', async () => {
    const started = await start();
    const request = await fetchRequest(started.link);
    const fields = goodResponse(request, held);
    const all = await Promise.all(Array.from({ length: 10 }, () => post(request.response_uri, fields)));
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(all.map(({ text }) => text)).size, 1);
    const other = await post(request.response_uri, goodResponse(request, held));
    assert.deepEqual([other.status, other.json.presentation_during_issuance_session], [400, undefined]);
  });

  it('a rival with the same offer gets no code by the presentation of the holder', async () => {
    const holder = await start({ wallet: { dpop: false } });
    const rival = {
      ...holder,
      ...(await challengeAgain(new Wallet({ issuer: server.url, dpop: false }), holder.offer)),
    };
    // The holder got the first request and presents now: its request differs from the rival's.
    assert.equal((await read(await fetch(requestUriOf(holder.link)))).status, 404);
    await noCode(rival, GARBAGE);
    await noCode(holder, GARBAGE);
    // Once a key was seen no other wallet can restart.
    const bound = await start();
    const other = await firstChallenge(new Wallet({ issuer: server.url, clock }), bound.offer);
    assertRefused(other, 400, 'invalid_request');
    await codeAfterPresentation(bound, held);
  });

  it('a request that was begun before a rival came is not answered afterwards', async () => {
    const holder = await start({ wallet: { dpop: false } });
    const request = await fetchRequest(holder.link);
    const rival = {
      ...holder,
      ...(await challengeAgain(new Wallet({ issuer: server.url, dpop: false }), holder.offer)),
    };
    const answer = await post(request.response_uri, goodResponse(request, held));
    assert.equal(answer.status, 400, answer.text);
    await noCode(rival, GARBAGE);
    await codeAfterPresentation(rival, held);
  });

  it('the key of the first challenge is that of the second and of the token', async () => {
    const started = await start();
    const { answer } = await presentTo(started.link, held);
    const ps: string = answer.json.presentation_during_issuance_session;
    const other = new Wallet({ issuer: server.url, clock });
    const without = new Wallet({ issuer: server.url, dpop: false });
    for (const wallet of [other, without]) {
      assertRefused(await secondChallenge(wallet, started.authSession, ps), 400, 'invalid_session');
    }
    const code: string = (await secondChallenge(started.wallet, started.authSession, ps)).json.authorization_code;
    for (const wallet of [other, without]) {
      assertRefused(await redeemWithoutVerifier(wallet, code), 400, 'invalid_grant');
    }
    const stranger = new Wallet({ issuer: server.url, clientId: 'stranger', clock });
    assertRefused(await secondChallenge(stranger, started.authSession, ps), 400, 'invalid_session');
    assert.equal((await redeemWithoutVerifier(started.wallet, code)).status, 200);
  });

  it('one of many parallel redemptions gets a token; of many codes the last one counts', async () => {
    const started = await start();
    const { answer } = await presentTo(started.link, held);
    const ps: string = answer.json.presentation_during_issuance_session;
    const asked = await Promise.all(
      Array.from({ length: 6 }, () => secondChallenge(started.wallet, started.authSession, ps)),
    );
    const codes: string[] = asked.filter(({ status }) => status === 200).map(({ json }) => json.authorization_code);
    assert.equal(codes.length, 6);
    const redeemed = await Promise.all([...codes, ...codes].map((code) => redeemWithoutVerifier(started.wallet, code)));
    assert.equal(count(redeemed, 200), 1);
  });

  it('an attempt ends after 600 seconds, with its request', async () => {
    const started = await start();
    const { answer } = await presentTo(started.link, held);
    const fresh = await start();
    world.shift += 600_000;
    await noCode(started, answer.json.presentation_during_issuance_session);
    assert.equal((await read(await fetch(requestUriOf(fresh.link)))).status, 410);
    const again = { ...fresh, ...(await challengeAgain(fresh.wallet, fresh.offer)) };
    assert.equal((await read(await fetch(requestUriOf(again.link)))).status, 200);
    world.shift = 0;
  });

  it('the refusal of the person ends the issuance', async () => {
    const started = await start();
    const request = await fetchRequest(started.link);
    // Unencrypted it may come from elsewhere, so the issuance continues.
    await post(request.response_uri, { error: 'access_denied', state: request.state });
    assert.equal((await sessionOf(server, started.session)).status, 'presentation_required');
    await post(request.response_uri, errorFields(request, 'access_denied'));
    let view = await sessionOf(server, started.session);
    for (; view.status !== 'failed'; view = await sessionOf(server, started.session)) await sleep(10);
    assert.deepEqual(view.error, explained('presentation_rejected'));
    await noCode(started, GARBAGE);
    assertRefused(await firstChallenge(started.wallet, started.offer), 400, 'invalid_request');
  });

  /** A browser that waits on the page: its wallet, the displayed link, and its polling. */
  const onPage = async (offer: Offer, wallet: Wallet) => {
    const pushed = await wallet.par(wallet.authorizationParameters(offer));
    const { text } = await wallet.authorize(pushed.json.request_uri);
    const path = /data-follow="([^"]+)"/.exec(text)?.[1] ?? '';
    const link = /href="(openid4vp:[^"]+)"/.exec(text)?.[1]?.replaceAll('&#38;', '&') ?? '';
    const follow = async (): Promise<Record<string, string>> => (await read(await server.request(path))).json;
    return { link, follow };
  };

  it('a page that asks many times at once, and again after the code was redeemed, leads to one token that lives', async () => {
    const made = await offerOf(server, SHAPE_A);
    const wallet = new Wallet({ issuer: server.url, clock });
    const { link, follow } = await onPage(await wallet.offer(made.uri), wallet);
    assert.equal((await presentTo(link, held)).answer.status, 200);
    const answers = await Promise.all(Array.from({ length: 10 }, follow));
    const redirects = new Set(answers.map(({ redirect }) => redirect));
    assert.equal(redirects.size, 1);
    const code = new URL([...redirects][0] ?? '').searchParams.get('code') ?? '';
    const tokens = await Promise.all(Array.from({ length: 5 }, () => wallet.token(wallet.codeParameters(code))));
    assert.equal(count(tokens, 200), 1);
    const token: string = tokens.find(({ status }) => status === 200)?.json.access_token;
    assert.deepEqual(await Promise.all(Array.from({ length: 5 }, follow)), Array(5).fill({ state: 'expired' }));
    assert.equal((await wallet.token(wallet.codeParameters(code))).json.error, 'invalid_grant');
    assert.equal((await requestMember(wallet, token)).status, 200);
  });

  it('a page ends after 600 seconds, and the issuance continues with another one', async () => {
    const made = await offerOf(server, SHAPE_A);
    const wallet = new Wallet({ issuer: server.url, clock });
    const offer = await wallet.offer(made.uri);
    const page = await onPage(offer, wallet);
    assert.equal((await presentTo(page.link, held)).answer.status, 200);
    world.shift += 600_000;
    const late = (await page.follow()) as { readonly state: string; readonly redirect?: string };
    assert.equal(late.state, 'expired');
    const { searchParams } = new URL(late.redirect ?? '');
    assert.deepEqual([searchParams.get('error'), searchParams.get('code')], ['access_denied', null]);
    assert.equal((await sessionOf(server, made.session)).status, 'presentation_required');
    world.shift = 0;
    const again = await onPage(offer, wallet);
    assert.deepEqual(await page.follow(), { state: 'expired' });
    assert.equal((await presentTo(again.link, held)).answer.status, 200);
    assert.equal((await again.follow()).state, 'continue');
  });

  it('PAR and authorize lead to no code either', async () => {
    const made = await offerOf(server, SHAPE_A);
    const wallet = new Wallet({ issuer: server.url, clock });
    const offer = await wallet.offer(made.uri);
    const pushed = await wallet.par(wallet.authorizationParameters(offer));
    const page = await wallet.authorize(pushed.json.request_uri);
    assert.equal(page.status, 200, page.text);
    assert.equal(page.headers.get('location'), null);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal((await wallet.authorize(pushed.json.request_uri)).json?.code, undefined);
    const follow = /authorize\/follow\/([A-Za-z0-9_-]{64})/.exec(page.text)?.[1] ?? '';
    const following = async (reference: string): Promise<Record<string, string>> =>
      (await read(await server.request(`/authorize/follow/${reference}`))).json;
    assert.deepEqual(await following(follow), { state: 'waiting' });
    // A browser's reference is not an auth_session, and vice versa.
    assertRefused(await secondChallenge(wallet, follow, GARBAGE), 400, 'invalid_session');
    const other = await start();
    assert.deepEqual(await following(other.authSession), { state: 'expired' });
    assert.deepEqual(await following(GARBAGE), { state: 'expired' });
  });

  it('a code that passed a browser needs its code_verifier', async () => {
    const wallet = new Wallet({ issuer: server.url, dpop: false });
    const offer = await wallet.offer((await offerOf(server, SHAPE_A)).uri);
    const pushed = await wallet.par(wallet.authorizationParameters(offer));
    const { text } = await wallet.authorize(pushed.json.request_uri);
    const link = /href="(openid4vp:[^"]+)"/.exec(text)?.[1]?.replaceAll('&#38;', '&') ?? '';
    const { answer } = await presentTo(link, held);
    assert.equal(answer.status, 200, answer.text);
    const follow = /authorize\/follow\/[A-Za-z0-9_-]{64}/.exec(text)?.[0] ?? '';
    const { redirect } = (await read(await server.request(`/${follow}`))).json;
    const back = new URL(redirect);
    assert.equal(back.searchParams.get('state'), 'wallet-state');
    assert.equal(back.searchParams.get('iss'), server.url);
    const code = back.searchParams.get('code') ?? '';
    assertRefused(await redeemWithoutVerifier(wallet, code), 400, 'invalid_grant');
    assert.equal((await wallet.token(wallet.codeParameters(code))).status, 200);
    assert.deepEqual((await read(await server.request(`/${follow}`))).json, { state: 'expired' });
  });

  it('a configuration that by now requires a presentation yields nothing to a wallet that has not presented', async () => {
    const plain = { ...(memberConfiguration() as Record<string, unknown>) };
    delete plain.presentation_during_issuance;
    const change = {
      needs: () => writeMember(server, SHAPE_A),
      free: () => server.writeConfig('issuance/member.json', plain),
    };
    change.free();
    const made = await offerOf(server, SHAPE_A, { flow: 'pre_authorized_code' });
    const early = new Wallet({ issuer: server.url, clock });
    const token: string = (await early.redeem(await early.offer(made.uri))).json.access_token;
    const other = await offerOf(server, SHAPE_A, { flow: 'pre_authorized_code' });
    const late = new Wallet({ issuer: server.url, clock });
    const offer = await late.offer(other.uri);
    change.needs();
    assertRefused(await requestMember(early, token), 400, 'credential_request_denied');
    assertRefused(await late.redeem(offer), 400, 'invalid_grant');
  });

  async function revoke({ credential }: HeldCredential): Promise<void> {
    await setStatus(server, await sessionOfCredential(server, credential), 1);
  }
});
