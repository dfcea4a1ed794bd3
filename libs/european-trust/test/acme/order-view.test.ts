import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CertificateOrderDocument } from '@countersign/shared/model/tenant/certificate-orders';
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
const life = { notBefore: 0, notAfter: 90 * 86_400_000 };
const view = (shown: CertificateOrderDocument) => orderView(certificate, { order: shown, life });
const order = { url: 'https://ca.example/order/1', directory: certificate.directory, kid: 'k', placedAt: 0 };

it('says whether a certificate waits, is ordered, was obtained or fails', () => {
  assert.deepEqual(orderView(certificate, { order: undefined, life: undefined }), {
    ...certificate,
    state: 'waiting',
    failures: 0,
  });
  assert.equal(view({ ...document, order }).state, 'ordered');
  const done = view({ ...document, obtainedAt: 0 });
  assert.deepEqual([done.state, done.succeededAt], ['done', '1970-01-01T00:00:00.000Z']);
  const failing = view({
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

it('says when the current certificate is renewed, and when it expires', () => {
  const { renewsAt, expiresAt } = orderView(certificate, { order: undefined, life });
  assert.deepEqual([renewsAt, expiresAt], ['1970-03-02T00:00:00.000Z', '1970-04-01T00:00:00.000Z']);
});
