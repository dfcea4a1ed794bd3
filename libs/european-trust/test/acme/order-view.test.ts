import assert from 'node:assert/strict';
import { it } from 'node:test';
import { orderView } from '../../src/acme/order-view.ts';

const certificate = { set: 'shop', purpose: 'request', directory: 'https://ca.example/directory' } as const;
const document = {
  id: 't/shop/request',
  rev: 1,
  tenant: 't',
  set: 'shop',
  purpose: 'request',
  next: 0,
  failures: 0,
} as const;
const order = { url: 'https://ca.example/order/1', directory: certificate.directory, kid: 'k', placedAt: 0 };

it('says whether a certificate waits, is ordered, was obtained or fails', () => {
  assert.deepEqual(orderView(certificate, undefined), { ...certificate, state: 'waiting', failures: 0 });
  assert.equal(orderView(certificate, { ...document, order }).state, 'ordered');
  const done = orderView(certificate, { ...document, obtainedAt: 0 });
  assert.deepEqual([done.state, done.succeededAt], ['done', '1970-01-01T00:00:00.000Z']);
  const failing = orderView(certificate, {
    ...document,
    order,
    tokens: ['a-secret-token'],
    next: 60_000,
    failures: 2,
    failure: { at: 0, reason: 'acme_unreachable', detail: 'timeout' },
  });
  assert.deepEqual([failing.state, failing.failures, failing.retryAt], ['failing', 2, '1970-01-01T00:01:00.000Z']);
  assert.match(String(failing.hint), /directory/);
  assert.doesNotMatch(JSON.stringify(failing), /secret-token|order\/1/);
});
