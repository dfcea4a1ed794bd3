/** The API's two spellings. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { doublySpelled, toNeutral, toVariant } from '../../src/documents/variant-shape.ts';

const auth = { type: 'apiKey', config: { headerName: 'x', value: 'v' } };

test('auhth becomes auth in every webhook, and nowhere else', () => {
  const spelled = {
    webhook: { url: 'u', auhth: auth },
    notifyWebhook: { url: 'n', auth },
    presentation_during_issuance: { webhook: { auhth: auth } },
    claims: { auhth: 'a claim' },
  };
  assert.deepEqual(toNeutral(spelled), {
    webhook: { url: 'u', auth },
    notifyWebhook: { url: 'n', auth },
    presentation_during_issuance: { webhook: { auth } },
    claims: { auhth: 'a claim' },
  });
  assert.deepEqual(spelled.webhook, { url: 'u', auhth: auth }, 'the body itself is not changed');
});

test('both spellings in one webhook are refused', () => {
  assert.throws(
    () => toNeutral({ webhook: { auth, auhth: auth } }),
    (error) => error instanceof ProtocolError && error.code === 'invalid_request',
  );
});

test('variant B gets the neutral form unchanged', () => {
  const session = { tenantId: 'root', webhook: { auth }, notifications: [] };
  assert.equal(toVariant(session, 'session', 'b'), session);
  assert.equal(toVariant(session, undefined, 'a'), session);
});

test('variant A gets its spelling, also in each item of a list, without the fields that it does not have', () => {
  const session = { id: 's', tenantId: 'root', credentialPayload: { webhook: { auth } }, notifications: [] };
  const own = { id: 's', credentialPayload: { webhook: { auhth: auth } } };
  assert.deepEqual(toVariant(session, 'session', 'a'), own);
  assert.deepEqual(toVariant([session, 'text'], 'session', 'a'), [own, 'text']);
  const notified = { ...session, notifications: [{ event: 'credential_accepted' }] };
  assert.deepEqual(toVariant(notified, 'session', 'a'), { ...own, notifications: notified.notifications });
  assert.deepEqual(toVariant({ id: 'c', createdAt: 't', webhook: { url: 'u' } }, 'configuration', 'a'), {
    id: 'c',
    webhook: { url: 'u' },
  });
});

test('each webhook with both spellings is found at its place', () => {
  const both = { url: 'u', auth, auhth: auth };
  const found = doublySpelled({
    webhook: both,
    notifyWebhook: { auth },
    presentation_during_issuance: { webhook: both },
  });
  assert.deepEqual(
    found.map(({ pointer }) => pointer),
    ['/webhook/auhth', '/presentation_during_issuance/webhook/auhth'],
  );
  assert.deepEqual(doublySpelled({ webhook: 'https://b.example', claims: both }), []);
});
