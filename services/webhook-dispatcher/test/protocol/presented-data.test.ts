/** `retention: webhook`: what was presented goes with the mark of the delivery that told it, and with no other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PresentationPart, SessionDocument } from '@countersign/shared/model/sessions';
import { presentedIsErased, withoutMark } from '../../src/protocol/presented-data.ts';
import { deliveryOf } from '../delivery-of.ts';

const part: PresentationPart = {
  ...{ configurationId: 'age', requestHash: 'h', stateHash: 'h', nonce: 'n', sealedRequest: 's', failures: 0 },
  retention: 'webhook',
  progress: { state: 'verified', verifiedAt: 1, sealedCredentials: 'sealed', answerHash: 'h' },
};
const session: SessionDocument = {
  ...{ id: 's', rev: 0, tenant: 'default', kind: 'presentation', createdAt: 0, updatedAt: 0, expiresAt: 9 },
  ...{ handle: 's', status: 'verified', presentation: part, outbox: [], pendingSince: 3 },
  pendingDeliveries: [{ id: 'e', type: 'presentation.verified.v1', at: 0, data: { request: 'h' } }],
};
const delivered = deliveryOf('e', { type: 'presentation.verified', data: { request: 'h' }, state: 'delivered' });

const isKept = ({ presentation }: SessionDocument): boolean =>
  presentation?.progress.state === 'verified' && presentation.progress.sealedCredentials !== undefined;

test('the mark of the delivery that told it takes the data along, in one document', () => {
  const next = withoutMark(session, 'e', delivered);
  assert.deepEqual([next.pendingDeliveries, next.pendingSince, isKept(next)], [[], undefined, false]);
  assert.equal(presentedIsErased(next, delivered), true);
  assert.equal(presentedIsErased(session, delivered), false);
});

test('a claims request tells it too', () => {
  assert.equal(isKept(withoutMark(session, 'e', { ...delivered, type: 'claims.requested' })), false);
});

test('it stays where the delivery was given up, told something else, or the session keeps data', () => {
  const { retention: _, ...lasting } = part;
  const kept: SessionDocument = { ...session, presentation: lasting };
  for (const next of [
    withoutMark(session, 'e', undefined),
    withoutMark(session, 'e', { ...delivered, type: 'credential.issued' }),
    withoutMark(session, 'e', { ...delivered, data: { request: 'another' } }),
    withoutMark(kept, 'e', delivered),
  ]) {
    assert.deepEqual([next.pendingDeliveries, isKept(next)], [[], true]);
  }
});

test('without its mark nothing changes', () => {
  assert.equal(withoutMark(session, 'another', delivered), session);
});
