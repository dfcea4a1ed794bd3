import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import {
  createdPresentation,
  createdPresentationSession,
  placeRequest,
} from '../../src/session/presentation-begin-transitions.ts';
import { given, NOW } from './given.ts';

const request = {
  configurationId: 'question',
  requestHash: 'next',
  stateHash: 's',
  nonce: 'n',
  sealedRequest: 'r',
  sealedKey: 'k',
};

const presentation = createdPresentation({ ...request, life: { createdAt: 1, expiresAt: NOW } });

/** An issuance with this request, which has the request of an earlier attempt. */
function issuing(requestId: string, more: Partial<SessionDocument> = {}): SessionDocument {
  const progress = { state: 'presentation_required', attempt: { requestId } };
  return { ...given({ state: 'requested' }), kind: 'issuance', issuance: { progress } as never, ...more };
}

test('a request begins created, without failures', () => {
  assert.deepEqual(createdPresentation(request), { ...request, failures: 0, progress: { state: 'created' } });
});

test('a presentation session begins with its status, and its end stands in the indexes', () => {
  const start = { id: 's', tenant: 'acme', handle: 'h', createdAt: 1, expiresAt: NOW };
  const { status, endsAt, responseKeyUntil, updatedAt, kind } = createdPresentationSession({ ...start, presentation });
  assert.deepEqual([kind, status, updatedAt, endsAt, responseKeyUntil], ['presentation', 'created', 1, NOW, NOW]);
});

test('the request of the present attempt takes the place of the one before, with its key and its webhook', () => {
  const before = issuing('next', { webhooks: { outcome: 'o', result: 'old' } });
  const placed = placeRequest(before, { presentation, resultWebhook: 'new' });
  assert.equal(placed.result, 'placed');
  assert.equal(placed.document.presentation, presentation);
  assert.equal(placed.document.responseKeyUntil, NOW);
  assert.deepEqual(placed.document.webhooks, { outcome: 'o', result: 'new' });
  assert.deepEqual(placeRequest(before, { presentation }).document.webhooks, { outcome: 'o' });
  const only = issuing('next', { webhooks: { result: 'old' } });
  assert.ok(!Object.hasOwn(placeRequest(only, { presentation }).document, 'webhooks'));
});

test('one that stands there already, or of an attempt that is not the present one, writes nothing', () => {
  const before = issuing('next');
  const { document } = placeRequest(before, { presentation });
  assert.deepEqual(placeRequest(document, { presentation }), { document, result: 'present' });
  for (const other of [issuing('another'), given()]) {
    assert.deepEqual(placeRequest(other, { presentation }), { document: other, result: 'superseded' });
  }
});
