import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IssuancePart } from '@countersign/shared/model/session/issuance-part';
import { type Redemptions, redeemedPlaces } from '@countersign/shared/model/session/redemption-places';
import { whyOf } from '@countersign/shared/test/http/refusal';
import { refuses } from '@countersign/shared/test/http/refuses';
import type { PlaceRequest } from '../../src/session/redemption-transitions.ts';
import { redeemPlace, takePlace } from './by-part.ts';
import { given, NOW } from './issuance-given.ts';

const UNTIL = NOW + 1000;
const ask = { session: 'new', holder: 'me', now: NOW, until: UNTIL } as const;

function offer(redemptions: Partial<Redemptions> = {}, change: Partial<IssuancePart> = {}): IssuancePart {
  return given('created', { redemptions: { limit: 2, used: 0, places: [], ...redemptions }, ...change });
}
const redeemed = (redemptions: Redemptions | undefined): number => redeemedPlaces(redemptions ?? assert.fail());
const mine = { session: 's1', holder: 'me', until: UNTIL } as const;
const other = { session: 's2', holder: 'other', until: UNTIL } as const;

test('a wallet that begins gets a place of its own', () => {
  const { part, place } = takePlace(offer({ places: [other] }), ask);
  assert.deepEqual(place, { session: 'new', holder: 'me', until: UNTIL });
  assert.deepEqual(part.redemptions, { limit: 2, used: 0, places: [other, place] });
  assert.equal(part.progress.state, 'created');
});

test('the same wallet has the same place, also where no other is free; nothing is written', () => {
  for (const place of [mine, { ...mine, redeemed: true as const }, { ...mine, redeemed: true as const, until: NOW }]) {
    const part = offer({ places: [place, other] });
    const taken = takePlace(part, ask);
    assert.equal(taken.part, part);
    assert.equal(taken.place, place);
  }
});

test('a returning wallet with an expired place gets the time of a new one; until then no other gets its place', () => {
  const { part, place } = takePlace(offer({ places: [{ ...mine, until: NOW }, other] }), ask);
  assert.deepEqual(place, mine);
  assert.deepEqual(part.redemptions, { limit: 2, used: 0, places: [mine, other] });
  refuses(() => takePlace(part, { ...ask, holder: 'third' }), 'invalid_request');
});

test('wallets without an identifying value never share a place', () => {
  const unknown = { session: 's1', until: UNTIL };
  const { holder: _, ...request } = ask;
  assert.equal(takePlace(offer({ places: [unknown] }), request).place.session, 'new');
});

test('used and reserved places together are never more than the limit', () => {
  const full: Partial<Redemptions>[] = [
    { places: [mine, other] },
    { used: 1, places: [other] },
    { used: 2 },
    { used: 1, places: [{ ...other, until: NOW, redeemed: true }] },
  ];
  for (const redemptions of full) {
    refuses(() => takePlace(offer(redemptions), { ...ask, holder: 'third' }), 'invalid_request');
  }
});

test('a place is free from its expiry on; a used one still counts', () => {
  const past = { ...other, until: NOW };
  const used = { session: 's3', until: NOW, redeemed: true } as const;
  const { part } = takePlace(offer({ limit: 2, places: [past, used] }), ask);
  assert.deepEqual(part.redemptions, { limit: 2, used: 1, places: [{ session: 'new', holder: 'me', until: UNTIL }] });
  refuses(() => takePlace(offer({ limit: 1, places: [{ ...other, until: NOW + 1 }] }), ask), 'invalid_request');
});

test('a redemption that is over without a token makes room for a new one of the same wallet', () => {
  const { part, place } = takePlace(offer({ limit: 1, places: [mine] }), { ...ask, instead: 's1' });
  assert.equal(place.session, 'new');
  assert.deepEqual(part.redemptions?.places, [place]);
  // Another request of the wallet was faster.
  assert.equal(takePlace(part, { ...ask, session: 'newer', instead: 's1' }).place, place);
  const used = { ...mine, redeemed: true as const };
  assert.equal(takePlace(offer({ places: [used] }), { ...ask, instead: 's1' }).place, used);
});

test('nothing is taken of an offer that is closed, or of an ordinary one', () => {
  for (const state of ['exhausted', 'failed', 'expired'] as const) {
    const part = given(state, { redemptions: { limit: 2, used: 0, places: [] } });
    refuses(() => takePlace(part, ask), 'invalid_request');
  }
  refuses(() => takePlace(given('created'), ask), 'invalid_request');
});

test('a place is used once, and with the last one the offer is exhausted', () => {
  const first = redeemPlace(offer({ places: [mine, other] }), 's1');
  assert.equal(first.progress.state, 'created');
  assert.equal(redeemed(first.redemptions), 1);
  assert.equal(redeemPlace(first, 's1'), first, 'the same again changes nothing');
  const second = redeemPlace(first, 's2');
  assert.equal(second.progress.state, 'exhausted');
  assert.equal(redeemPlace(second, 's2'), second);
  assert.equal(redeemed(second.redemptions), 2);
});

test('places that were counted on count for the exhaustion too', () => {
  assert.equal(redeemPlace(offer({ used: 1, places: [other] }), 's2').progress.state, 'exhausted');
});

test('a place that another wallet has taken leads to no token', () => {
  refuses(() => redeemPlace(offer({ places: [other] }), 's1'), 'invalid_grant');
  refuses(() => redeemPlace(given('created'), 's1'), 'invalid_grant');
});

test('a redemption begun before the end of the offer may finish; one that a restore has closed may not', () => {
  const redemptions = { limit: 2, used: 0, places: [{ ...mine, until: NOW - 1 }] };
  const expired = redeemPlace(given('expired', { redemptions }), 's1');
  assert.deepEqual([expired.progress.state, redeemed(expired.redemptions)], ['expired', 1]);
  refuses(() => redeemPlace(given('failed', { redemptions }), 's1'), 'invalid_grant');
});

test('an offer that takes no further wallet says why', () => {
  const why = (part: IssuancePart, asked: Partial<PlaceRequest> = {}) => {
    const { reason, facts } = whyOf(refuses(() => takePlace(part, { ...ask, ...asked }), 'invalid_request'));
    return facts === undefined ? [reason] : [reason, facts];
  };
  const { redemptions: _, ...plain } = offer();
  assert.deepEqual(why(plain), ['issuer_state_unknown']);
  assert.deepEqual(why(offer(), { now: NOW + 3_600_000 }), ['issuer_state_expired', { expiredSeconds: 0 }]);
  assert.deepEqual(why(offer({ used: 2 })), ['redemptions_taken', { most: 2 }]);
  assert.deepEqual(why(offer({}, { progress: { state: 'exhausted' } })), ['redemptions_taken', { most: 2 }]);
  assert.deepEqual(why(offer({}, { progress: { state: 'expired' } })), ['issuer_state_used', { state: 'expired' }]);
  const lost = refuses(() => redeemPlace(offer(), 's1'), 'invalid_grant');
  assert.deepEqual(whyOf(lost), { code: 'invalid_grant', reason: 'redemption_lost', facts: { state: 'created' } });
});
