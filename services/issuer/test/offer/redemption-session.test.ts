/** The session of one redemption: derived from the offer's, with its own sealed contexts and references. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parseReference } from '@countersign/shared/crypto/wallet-reference';
import { newReports } from '@countersign/shared/http/reports';
import { type ErrorCode, ProtocolError } from '@countersign/shared/kernel/errors';
import { systemRandom } from '@countersign/shared/kernel/random';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import { readSettings } from '@countersign/shared/settings/read-settings';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { sessionToAuthorize, useRedemption } from '../../src/offer/redemption-session.ts';
import { boundRequest, given, request } from '../session/issuance-given.ts';
import { NOW } from '../support.ts';

const { settings } = readSettings({ PUBLIC_URL: 'https://issuer.example', REDEMPTION_TTL: '60' });
/** A fake vault: marks a text with its context, and opens it in that context only. */
const vault = {
  seal: (text: string, context: string) => `${context}|${text}`,
  open: (sealed: string, context: string) => {
    assert.equal(sealed.slice(0, sealed.indexOf('|')), context);
    return sealed.slice(sealed.indexOf('|') + 1);
  },
};

const refusesLater = (call: Promise<unknown>, code: ErrorCode): Promise<void> =>
  assert.rejects(call, (error) => error instanceof ProtocolError && error.code === code);

async function world(t: TestContext) {
  const store = await temporaryStore(t);
  const made = { now: NOW };
  const platform = {
    settings,
    store,
    clock: () => made.now,
    random: systemRandom,
    wakeRelay: () => undefined,
    vaults: { of: async () => vault },
  } as unknown as Platform;
  const issuance = given('created', {
    redemptions: { limit: 2, used: 0, places: [] },
    sealedOffer: 'session/offer/offer|OFFER',
    sealedRequest: 'session/offer/request|REQUEST',
    sealedClaims: 'session/offer/offer-claims|CLAIMS',
  });
  const offer: Omit<SessionDocument, 'rev'> = {
    id: 'offer',
    tenant: 'root',
    kind: 'issuance',
    createdAt: NOW,
    updatedAt: NOW,
    expiresAt: NOW + 30_000,
    handle: 'handle',
    state: 'course',
    status: 'created',
    issuance,
    webhooks: { outcome: 'session/offer/webhook/outcome|HOOK' },
    pendingDeliveries: [],
    outbox: [],
  };
  await store.insert(sessions, offer);
  const present = async () => {
    const session = await store.get(sessions, 'offer');
    return session?.issuance === undefined ? assert.fail() : { ...session, issuance: session.issuance };
  };
  const begin = async (asked = boundRequest, reports = newReports()) =>
    sessionToAuthorize(platform, reports, await present(), asked);
  return Object.assign(made, { platform, store, present, begin });
}

test('it has the contents of the offer, sealed for itself, and no reference of the offer', async (t) => {
  const w = await world(t);
  const reports = newReports();
  const { issuance, ...session } = await w.begin(boundRequest, reports);
  assert.equal(reports.session?.id, session.id);
  const own = `session/${session.id}`;
  assert.deepEqual(
    [issuance.sealedOffer, issuance.sealedRequest, issuance.sealedClaims, session.webhooks?.outcome],
    [`${own}/offer|OFFER`, `${own}/request|REQUEST`, `${own}/offer-claims|CLAIMS`, `${own}/webhook/outcome|HOOK`],
  );
  assert.deepEqual(
    [session.offerSession, session.state, session.tenant, session.status, session.expiresAt, session.tidyAt],
    ['offer', 'course', 'root', 'created', NOW + 30_000, NOW + 30_000],
  );
  assert.deepEqual([issuance.progress, issuance.redemptions], [{ state: 'created' }, undefined]);
  const before = (await w.present()).issuance;
  assert.notEqual(issuance.offerHash, before.offerHash);
  assert.notEqual(issuance.grantHash, before.grantHash);
  assert.equal(parseReference(`${session.handle}${'A'.repeat(64 - session.handle.length)}`)?.handle.length, 22);
});

test('it expires with its place, where the offer expires later', async (t) => {
  const w = await world(t);
  const { rev: _, ...offer } = await w.present();
  await w.store.replace(sessions, { ...offer, rev: 1, expiresAt: NOW + 3_600_000 });
  assert.equal((await w.begin()).expiresAt, NOW + 60_000);
});

test('the same key, or the same challenge, finds the same session; another one does not', async (t) => {
  const w = await world(t);
  const first = await w.begin(boundRequest);
  assert.equal((await w.begin({ ...boundRequest, codeChallenge: 'another' })).id, first.id);
  const second = await w.begin(request);
  assert.notEqual(second.id, first.id);
  assert.equal((await w.begin({ ...request, clientId: 'x' })).id, second.id);
  await refusesLater(w.begin({ ...request, codeChallenge: 'third' }), 'invalid_request');
});

test('an attested wallet finds its session by its instance too', async (t) => {
  const w = await world(t);
  const attested = { ...boundRequest, instanceJkt: 'instance' };
  const first = await w.begin(attested);
  assert.equal((await w.begin({ ...attested, codeChallenge: 'another' })).id, first.id);
  assert.notEqual((await w.begin({ ...attested, instanceJkt: 'another' })).id, first.id);
  await refusesLater(w.begin(boundRequest), 'invalid_request');
});

test('a missing or expired session is replaced in the same place; one with a token is not', async (t) => {
  const w = await world(t);
  const first = await w.begin();
  assert.ok(await w.store.delete(sessions, first));
  const second = await w.begin();
  assert.notEqual(second.id, first.id);
  const failed = { ...second.issuance, progress: { state: 'failed', reason: 'r' } } as const;
  await w.store.replace(sessions, { ...second, issuance: failed });
  const third = await w.begin();
  assert.notEqual(third.id, second.id);
  assert.equal((await w.present()).issuance.redemptions?.places.length, 1);
  await useRedemption(w.platform, third);
  await w.store.replace(sessions, { ...third, issuance: failed });
  assert.equal((await w.begin()).id, third.id);
});

test('a place is used before the token: with the last one the offer closes, and its claims are erased', async (t) => {
  const w = await world(t);
  const [first, second] = [await w.begin(boundRequest), await w.begin(request)];
  await useRedemption(w.platform, first);
  assert.equal((await w.present()).status, 'created');
  await useRedemption(w.platform, second);
  await useRedemption(w.platform, second);
  const { status, issuance, tidyAt } = await w.present();
  assert.deepEqual([status, issuance.sealedClaims, tidyAt], ['exhausted', undefined, undefined]);
});

test('without the offer there is no token; an ordinary session needs none', async (t) => {
  const w = await world(t);
  const session = await w.begin();
  await refusesLater(useRedemption(w.platform, { ...session, id: 'stranger' }), 'invalid_grant');
  const offer = await w.present();
  assert.ok(await w.store.delete(sessions, offer));
  await refusesLater(useRedemption(w.platform, session), 'invalid_grant');
  await useRedemption(w.platform, offer);
  assert.equal(
    await sessionToAuthorize(w.platform, newReports(), { ...offer, issuance: given('created') }, request).then(
      ({ id }) => id,
    ),
    'offer',
  );
});

test('no session begins after the end of the offer', async (t) => {
  const w = await world(t);
  w.now = NOW + 30_000;
  await refusesLater(w.begin(), 'invalid_request');
});
