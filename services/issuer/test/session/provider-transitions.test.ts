/** The wait for an attribute provider starts once, and ends before the token. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { awaitProvider } from '../../src/session/provider-transitions.ts';

const asked = { requestId: 'q', sealedWebhook: 'sealed', until: 9_000_000 };
const grant = { tokenHash: 't', expiresAt: 600_000, configurationIds: ['badge'], authorizationDetails: false };
const given = (progress: object): IssuanceSession =>
  ({ id: 's', issuance: { progress, credentials: [], notifications: [], configurationIds: ['badge'] } }) as never;

test('the first request asks, with the claims webhook and its event in one write', () => {
  const { document, announces } = awaitProvider(given({ state: 'token_issued', grant }), asked);
  assert.deepEqual(document.claims, { requestId: 'q', deadline: 570_000, state: 'expected' });
  assert.equal(document.webhooks?.claims, 'sealed');
  assert.deepEqual(announces, [{ type: 'attributes.requested.v1', data: { request: 'q' } }]);
  const again = awaitProvider(document, { ...asked, requestId: 'other' });
  assert.equal(again.document, document);
  assert.deepEqual(again.announces, []);
});

test('a token that waits for deferred credentials gives more time; a revoked one gives none', () => {
  const waiting = given({ state: 'token_issued', grant: { ...grant, waitsUntil: 4_000_000 } });
  assert.equal(awaitProvider(waiting, asked).document.claims?.deadline, 3_970_000);
  assert.equal(awaitProvider(waiting, { ...asked, until: 1_000_000 }).document.claims?.deadline, 1_000_000);
  const revoked = given({ state: 'token_issued', grant: { ...grant, revoked: true } });
  assert.equal(awaitProvider(revoked, asked).document, revoked);
  const failed = given({ state: 'failed', reason: 'x' });
  assert.equal(awaitProvider(failed, asked).document, failed);
});
