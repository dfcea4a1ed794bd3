import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryDocument } from '@countersign/shared/model/delivery/deliveries';
import type { PresentationPart } from '@countersign/shared/model/session/presentation-part';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { given, progresses } from '@countersign/verifier/test/session/given';
import {
  clearPendingMark,
  markOutsideEvent,
  markReplay,
  presentedIsErased,
  webhookDeadline,
} from '../../src/delivery/pending-mark.ts';
import { due, inEachState } from './given.ts';

const settings = { SESSION_TTL: 10 };
/** Sessions in these tests start at 1. */
const DEADLINE = 20_001;
const mark = { id: 'e', type: 'status.changed.v1', at: 1, data: {} } as const;
const verified: DeliveryDocument = {
  ...inEachState.delivered,
  type: 'presentation.verified',
  data: { request: 'request' },
};

/** A verified session with the mark `e`. */
function marked(more: Partial<PresentationPart> = {}): SessionDocument {
  const session = given(progresses.verified, {
    webhooks: { outcome: 'o' },
    pendingDeliveries: [mark],
    pendingSince: 3,
  });
  return { ...session, presentation: { ...session.presentation, ...more } };
}

const credentialsOf = ({ presentation }: SessionDocument) =>
  presentation?.progress.state === 'verified' ? presentation.progress.sealedCredentials : assert.fail();

test('webhooks of a session end after two of its lifetimes', () => {
  assert.equal(webhookDeadline(settings, { createdAt: 1 }), DEADLINE);
});

test('an event from outside is marked where the session has a webhook for it and is not too old', () => {
  const session = given(undefined, { webhooks: { outcome: 'o' } });
  const { document, result } = markOutsideEvent(session, mark, { now: DEADLINE - 1, settings });
  assert.deepEqual([document.pendingDeliveries, document.pendingSince, result], [[mark], DEADLINE - 1, true]);
  assert.deepEqual(markOutsideEvent(session, mark, { now: DEADLINE, settings }), { document: session, result: false });
  const none = given();
  assert.deepEqual(markOutsideEvent(none, mark, { now: 5, settings }), { document: none, result: false });
  // The same event again finds its mark.
  assert.deepEqual(markOutsideEvent(document, mark, { now: DEADLINE, settings }), { document, result: true });
});

test('a replay is marked with the event of its payload; not where the session is over, or its credentials are erased', () => {
  const session = given(progresses.verified);
  const { document, result } = markReplay(session, verified, { now: 5, settings });
  const { id, at, data } = verified;
  assert.deepEqual(
    [document.pendingDeliveries, result],
    [[{ id, type: 'presentation.verified.v1', at, data }], 'marked'],
  );
  assert.deepEqual(markReplay(session, verified, { now: DEADLINE, settings }), {
    document: session,
    result: 'session_over',
  });
  const { sealedCredentials: _, ...withoutCredentials } = progresses.verified as { readonly sealedCredentials: string };
  const erased = given(withoutCredentials as typeof progresses.verified);
  assert.deepEqual(markReplay(erased, verified, { now: 5, settings }), { document: erased, result: 'erased' });
});

test('presented credentials are erased with the mark of the delivery that carried them, where the configuration says so', () => {
  const cleared = clearPendingMark(marked({ retention: 'webhook' }), 'e', verified);
  assert.deepEqual([cleared.pendingDeliveries, credentialsOf(cleared)], [[], undefined]);
  assert.ok(presentedIsErased(cleared, verified, 5));
});

test('they stay with another retention, without an answer, for another presentation, and where no mark is left', () => {
  const kept = { retention: 'webhook' } as const;
  for (const [session, id, delivered] of [
    [marked(), 'e', verified],
    [marked(kept), 'e', undefined],
    [marked(kept), 'e', { ...verified, data: { request: 'other' } }],
    [marked(kept), 'e', due],
    [marked(kept), 'other', verified],
  ] as const) {
    const cleared = clearPendingMark(session, id, delivered);
    assert.equal(credentialsOf(cleared), 'c');
    assert.equal(cleared === session, id === 'other');
    assert.ok(!presentedIsErased(cleared, verified, 5));
  }
});

test('what a response code releases is erased with the mark of its release, not with that of the verification', () => {
  const session = marked({ retention: 'webhook', release: 'response_code' });
  assert.equal(credentialsOf(clearPendingMark(session, 'e', verified)), 'c');
  const erased = clearPendingMark(session, 'e', { ...verified, type: 'presentation.released' });
  assert.equal(credentialsOf(erased), undefined);
  assert.ok(!presentedIsErased(erased, verified, 5));
});

test('an intermediary erases them with a failed delivery too, and never with an open one', () => {
  const dead: DeliveryDocument = { ...inEachState.dead, type: 'presentation.verified', data: { request: 'request' } };
  const open = { ...verified, state: 'due', phase: 'waiting' } as unknown as DeliveryDocument;
  const party = marked({ retention: 'webhook', eraseAfter: 100 });
  for (const [session, ended, expected] of [
    [party, dead, undefined],
    [party, verified, undefined],
    [party, open, 'c'],
    [party, { ...dead, data: { request: 'other' } }, 'c'],
    [marked({ retention: 'webhook' }), dead, 'c'],
  ] as const) {
    assert.equal(credentialsOf(clearPendingMark(session, 'e', ended)), expected);
  }
});

test('they are not sent after their time, although no job has erased them', () => {
  const party = marked({ retention: 'webhook', eraseAfter: 100 });
  const until = 107;
  assert.ok(!presentedIsErased(party, verified, until - 1));
  assert.ok(presentedIsErased(party, verified, until));
  assert.equal(markReplay(party, verified, { now: until, settings }).result, 'erased');
});
