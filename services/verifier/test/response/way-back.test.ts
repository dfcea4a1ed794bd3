/** The wallet's reply waits a moment for the redirect URI of the webhook, and then keeps what was decided. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PresentationProgress, ResponseCode } from '@countersign/shared/model/session/presentation-part';
import { sessions } from '@countersign/shared/model/session/sessions';
import { withRedirect } from '@countersign/shared/model/session/way-back';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { isAllowed, REDIRECT_WAIT, waitsForRedirect, wayBack } from '../../src/response/way-back.ts';
import type { PresentationSession } from '../../src/session/presentation-state.ts';
import { openVerifier } from '../world.ts';

const OWN = 'https://shop.example/back';
const request = { redirectUri: OWN, redirectOrigins: ['https://shop.example', 'https://pay.shop.example:8443'] };

async function verified(t: Parameters<typeof openVerifier>[0], env: Record<string, string> = {}) {
  const world = await openVerifier(t, env);
  const { session: id } = await world.ask({ redirectUri: OWN, webhook: { url: 'https://shop.example/hook' } });
  const vault = await world.platform.vaults.of('default');
  const write = async (change: (present: PresentationSession) => PresentationSession) => {
    const own = ofTenant(world.platform.store, 'default');
    return (await own.update(sessions, id, (present) => change(present as PresentationSession))) ?? assert.fail();
  };
  const responseCode: ResponseCode = { hash: 'c', sealed: 's', redeemed: false };
  const session = (await write((present) => {
    const progress: PresentationProgress = { state: 'verified', verifiedAt: world.now, answerHash: 'a', responseCode };
    const { requestHash } = present.presentation;
    const mark = { id: 'd', type: 'presentation.verified.v1', at: 1, data: { request: requestHash } } as const;
    return {
      ...present,
      presentation: { ...present.presentation, redirect: 'webhook', progress },
      pendingDeliveries: [mark],
    };
  })) as PresentationSession;
  /** As the dispatcher does at the end of the delivery. */
  const respond = (uri?: string) =>
    write((present) => ({
      ...withRedirect(present, uri === undefined ? undefined : vault.seal(uri, `session/${id}/redirect`)),
      pendingDeliveries: [],
    }));
  return { world, id, session, respond, back: () => wayBack(world.platform, session, request) };
}

test('the webhook chooses; a repeat gets the same', async (t) => {
  const { session, respond, back } = await verified(t);
  assert.ok(waitsForRedirect(session));
  const waiting = back();
  await respond('https://pay.shop.example:8443/orders/7');
  assert.equal(await waiting, 'https://pay.shop.example:8443/orders/7');
  assert.equal(await back(), 'https://pay.shop.example:8443/orders/7');
});

test('a webhook that returns nothing ends the wait: the request decides', async (t) => {
  const { respond, back } = await verified(t);
  const waiting = back();
  await respond();
  assert.equal(await waiting, OWN);
});

test('late: the request decides, and what the webhook returns afterwards changes nothing', async (t) => {
  const { world, id, respond, back } = await verified(t);
  world.now += REDIRECT_WAIT;
  assert.equal(await back(), OWN);
  await respond('https://shop.example/late');
  assert.equal(await back(), OWN);
  assert.deepEqual((await world.stored(id)).presentation?.progress, {
    state: 'verified',
    verifiedAt: world.now - REDIRECT_WAIT,
    answerHash: 'a',
    responseCode: { hash: 'c', sealed: 's', redeemed: false, redirect: {} },
  });
});

test('while the webhook is silent, the wait ends by the clock', async (t) => {
  const { world, back } = await verified(t);
  const waiting = back();
  world.now += REDIRECT_WAIT;
  assert.equal(await waiting, OWN);
});

test('an origin outside the list, a script and a host outside REDIRECT_ALLOW are not used', async (t) => {
  const allowed = (uri: string): boolean => isAllowed(uri, request.redirectOrigins);
  assert.ok(allowed('https://shop.example/x?y=1'));
  for (const uri of [
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://shop.example@evil.example/',
    'https://pay.shop.example/',
    'http://shop.example/',
    'javascript:alert(1)',
    'javascript://shop.example/%0aalert(1)',
    'data:text/html,x',
    'shop-app://back',
    '//shop.example/x',
    '/x',
    'https://shop.example/#x',
  ])
    assert.ok(!allowed(uri), uri);
  const { respond, back } = await verified(t, { REDIRECT_ALLOW: 'shop.example' });
  await respond('https://pay.shop.example:8443/orders/7');
  assert.equal(await back(), OWN);
});
