import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EventType, eventDefinitions } from '../../../src/bus/catalogue.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import {
  isActedOn,
  isNotice,
  webhookOf,
  withDeliveries,
  withoutPending,
  withPending,
} from '../../../src/model/session/pending.ts';
import type { SessionDocument, SessionWebhooks } from '../../../src/model/session/sessions.ts';
import { newEvent } from '../../../src/outbox/events.ts';

const bare: SessionDocument = {
  id: 's',
  rev: 1,
  tenant: 'default',
  kind: 'issuance',
  createdAt: 1,
  updatedAt: 1,
  expiresAt: 2,
  handle: 'h',
  status: 'created',
  pendingDeliveries: [],
  outbox: [],
};

function event(type: EventType, data: Record<string, string> = {}) {
  const common = { session: 's', tenant: 'default', source: 'https://x.example', clock: () => 5000 };
  return newEvent({ ...common, type, data, random: systemRandom });
}

const session = (webhooks?: SessionWebhooks): SessionDocument =>
  webhooks === undefined ? bare : { ...bare, webhooks };

test('each event leads to its webhook, where the session has it', () => {
  const both = { result: 'r', outcome: 'o' };
  assert.equal(webhookOf(both, 'presentation.verified.v1'), 'result');
  for (const type of [
    'credential.issued.v1',
    'issuance.completed.v1',
    'issuance.failed.v1',
    'status.changed.v1',
  ] as const) {
    assert.equal(webhookOf(both, type), 'outcome');
    assert.equal(webhookOf({ result: 'r' }, type), undefined);
  }
  assert.equal(webhookOf({ outcome: 'o' }, 'presentation.verified.v1'), undefined);
  assert.equal(webhookOf(undefined, 'presentation.verified.v1'), undefined);
});

test('how a presentation went: to the outcome webhook, else to that of the presentation where it is ever called', () => {
  for (const name of ['refused', 'rejected', 'expired'] as const) {
    const type = `presentation.${name}.v1` as const;
    assert.equal(webhookOf({ result: 'r', outcome: 'o' }, type), 'outcome');
    assert.equal(webhookOf({ result: 'r' }, type), 'result');
    assert.equal(webhookOf({ result: 'r', claims: 'c', outcome: 'o' }, type), 'outcome');
    for (const webhooks of [{ result: 'r', claims: 'c' }, { claims: 'c' }, {}, undefined]) {
      assert.equal(webhookOf(webhooks, type), undefined);
    }
    assert.equal(isNotice(type), name !== 'rejected');
  }
  assert.equal(webhookOf({ result: 'r', claims: 'c' }, 'presentation.verified.v1'), 'claims');
});

test('a mark has the id, type, time and data of its event', () => {
  const issued = event('credential.issued.v1', { configuration: 'pid', notification: 'n' });
  const marked = withDeliveries(session({ outcome: 'o' }), [issued], 7);
  const data = { configuration: 'pid', notification: 'n' };
  assert.deepEqual(marked.pendingDeliveries, [{ id: issued.event.id, type: 'credential.issued.v1', at: 5000, data }]);
  assert.equal(marked.pendingSince, 7);
});

test('events without a webhook leave the session as it is', () => {
  const completed = event('issuance.completed.v1');
  for (const given of [session(), session({ result: 'r' })]) assert.equal(withDeliveries(given, [completed], 7), given);
  const given = session({ outcome: 'o' });
  assert.equal(withDeliveries(given, [], 7), given);
});

test('marks keep their order and the time of the first one, and are removed one by one', () => {
  const [a, b] = [
    event('credential.issued.v1', { configuration: 'p', notification: 'n' }),
    event('issuance.completed.v1'),
  ];
  const first = withDeliveries(session({ outcome: 'o' }), [a], 7);
  const second = withDeliveries(first, [b], 9);
  assert.deepEqual(
    second.pendingDeliveries.map(({ id }) => id),
    [a.event.id, b.event.id],
  );
  assert.equal(second.pendingSince, 7);
  assert.equal(withPending(second, second.pendingDeliveries, 11), second);
  const left = withoutPending(second, a.event.id);
  assert.equal(left.pendingSince, 7);
  assert.equal(withoutPending(left, 'other'), left);
  const none = withoutPending(left, b.event.id);
  assert.deepEqual(none.pendingDeliveries, []);
  // In the index only while there is something to find.
  assert.ok(!Object.hasOwn(none, 'pendingSince'));
});

test('without a webhook a service acts on what another one asks it for, and on the end of an issuance', () => {
  const issuance = {} as NonNullable<SessionDocument['issuance']>;
  const actedOn = (session: Pick<SessionDocument, 'issuance'>) =>
    (Object.keys(eventDefinitions) as EventType[]).filter((type) => isActedOn(session, type));
  const always = ['presentation.requested.v1', 'webhook.answered.v1', 'webhook.gave-up.v1'];
  assert.deepEqual(actedOn({}), always);
  assert.deepEqual(actedOn({ issuance }).sort(), ['presentation.rejected.v1', ...always].sort());
});
