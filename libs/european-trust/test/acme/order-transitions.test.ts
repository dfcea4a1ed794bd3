import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AcmeError } from '../../src/acme/acme-error.ts';
import {
  newOrderDocument,
  orderFailed,
  orderFulfilled,
  orderPlaced,
  orderWaits,
  tokenPublished,
} from '../../src/acme/order-transitions.ts';

const fresh = { ...newOrderDocument({ tenant: 't', set: 's', purpose: 'request' }), rev: 1 };
const order = { url: 'https://a.example/1', directory: 'https://a.example/dir', kid: 'k', placedAt: 0 };
const token = { token: 'a-token', thumbprint: 'p' };

it('answers tokens only while the order is open', () => {
  const open = tokenPublished(tokenPublished(orderPlaced(fresh, order), token), token);
  assert.deepEqual([open.tokens, open.thumbprint], [['a-token'], 'p']);
  assert.equal(orderFulfilled(open, 1).tokens, undefined);
  assert.equal(orderFailed(open, new AcmeError('acme_challenge_failed'), 1).tokens, undefined);
});

it('keeps the order where the authority was not reached, and drops it after any other failure', () => {
  const open = tokenPublished(orderPlaced(fresh, order), token);
  const away = orderFailed(open, new AcmeError('acme_unreachable'), 1);
  assert.deepEqual([away.order, away.tokens], [order, ['a-token']]);
  assert.equal(orderFailed(open, new AcmeError('acme_order_stuck'), 1).order, undefined);
});

it('waits for as long as the authority asks, and longer after each failure', () => {
  assert.equal(orderWaits(fresh, { now: 0, retryAt: 60_000 }).next, 60_000);
  assert.equal(orderWaits(fresh, { now: 0 }).next, 5000);
  const once = orderFailed(fresh, new AcmeError('acme_unreachable'), 0);
  assert.deepEqual([once.next, orderFailed(once, new AcmeError('acme_unreachable'), 0).next], [600_000, 1_200_000]);
  assert.equal(orderFailed({ ...fresh, failures: 999 }, new AcmeError('acme_unreachable'), 0).next, 43_200_000);
});
