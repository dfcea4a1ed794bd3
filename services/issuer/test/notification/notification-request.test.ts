import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { parsesOrRefuses, refuses } from '@countersign/shared/test/http/refuses';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import fc from 'fast-check';
import { parseNotificationRequest } from '../../src/notification/notification-request.ts';

for (const event of ['credential_accepted', 'credential_failure', 'credential_deleted']) {
  test(`${event}, in the form of the standard and of the interface`, () => {
    const plain = { notificationId: 'n1', event };
    assert.deepEqual(parseNotificationRequest({ notification_id: 'n1', event }), plain);
    assert.deepEqual(parseNotificationRequest({ notification_id: 'n1', event: { event } }), plain);
    const described = { ...plain, description: 'why' };
    const event_description = 'why';
    assert.deepEqual(parseNotificationRequest({ notification_id: 'n1', event, event_description }), described);
    assert.deepEqual(
      parseNotificationRequest({ notification_id: 'n1', event: { event, event_description } }),
      described,
    );
  });
}

test('unknown members are ignored', () => {
  const body = { notification_id: 'n1', event: 'credential_accepted', more: { x: 1 }, extra: null };
  assert.deepEqual(parseNotificationRequest(body), { notificationId: 'n1', event: 'credential_accepted' });
});

test('a description of the maximum length is accepted', () => {
  const event_description = 'x'.repeat(1024);
  const parsed = parseNotificationRequest({ notification_id: 'n1', event: 'credential_failure', event_description });
  assert.equal(parsed.description, event_description);
});

const good = { notification_id: 'n1', event: 'credential_accepted' };
const refused: readonly [name: string, body: JsonObject][] = [
  ['empty', {}],
  ['no id', { event: 'credential_accepted' }],
  ['empty id', { ...good, notification_id: '' }],
  ['id as a number', { ...good, notification_id: 1 }],
  ['id as an array', { ...good, notification_id: ['n1'] }],
  ['no event', { notification_id: 'n1' }],
  ['unknown event', { ...good, event: 'credential_lost' }],
  ['event in other case', { ...good, event: 'CREDENTIAL_ACCEPTED' }],
  ['event null', { ...good, event: null }],
  ['event in an array', { ...good, event: ['credential_accepted'] }],
  ['event twice as an object', { ...good, event: { event: { event: 'credential_accepted' } } }],
  ['event object without event', { ...good, event: { event_description: 'x' } }],
  ['name of the prototype as event', { ...good, event: 'toString' }],
  ['description as an object', { ...good, event_description: {} }],
  ['description null', { ...good, event_description: null }],
  ['description of 1025', { ...good, event_description: 'x'.repeat(1025) }],
  ['description of 1025 in the object', { ...good, event: { event: good.event, event_description: 'x'.repeat(1025) } }],
  ['members of the prototype alone', Object.create(good) as JsonObject],
  ['id of the prototype', Object.assign(Object.create(good), { event: good.event }) as JsonObject],
  ['event of the prototype', Object.assign(Object.create(good), { notification_id: 'n1' }) as JsonObject],
];

for (const [name, body] of refused) {
  test(`refused: ${name}`, () => {
    refuses(() => parseNotificationRequest(body), 'invalid_notification_request');
  });
}

test('an error contains nothing of the request', () => {
  refuses(
    () => parseNotificationRequest({ notification_id: 'id-4711', event: 'event-4711' }),
    'invalid_notification_request',
    undefined,
    '4711',
  );
});

test('any JSON is read or refused', () => {
  const event = fc.oneof(
    fc.constantFrom('credential_accepted', 'credential_failure', 'credential_deleted'),
    fc.jsonValue(),
    fc.record({ event: fc.jsonValue(), event_description: fc.jsonValue() }, { requiredKeys: [] }),
  );
  const near = fc.record(
    { notification_id: fc.oneof(fc.string(), fc.jsonValue()), event, event_description: fc.jsonValue() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(near, fc.dictionary(fc.string(), fc.jsonValue())), (body) => {
      parsesOrRefuses(() => parseNotificationRequest(body as JsonObject), ['invalid_notification_request']);
    }),
    { numRuns: 300 },
  );
});

test('the backend learns why', async () => {
  const of = (body: JsonObject) => whyRefused(() => parseNotificationRequest(body));
  const expectedAny = ['credential_accepted', 'credential_failure', 'credential_deleted'];
  assert.deepEqual(await of({ event: 'x' }), ['notification_unknown', { detail: 'missing' }]);
  const other = await of({ ...good, event: 'ACCEPTED' });
  assert.deepEqual(other, ['notification_event', { expectedAny, received: 'ACCEPTED' }]);
  assert.deepEqual(await of({ notification_id: 'n1' }), ['notification_event', { expectedAny }]);
  const long = await of({ ...good, event_description: 'x'.repeat(1025) });
  assert.deepEqual(long, ['notification_description', { bytes: 1025, mostBytes: 1024 }]);
  assert.deepEqual(await of({ ...good, event_description: {} }), ['notification_description', { mostBytes: 1024 }]);
});
