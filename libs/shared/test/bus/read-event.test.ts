import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type BusEvent, type EventType, eventDefinitions, type Topic } from '../../src/bus/catalogue.ts';
import { MAX_EVENT_BYTES, readEvent } from '../../src/bus/read-event.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { newEvent } from '../../src/outbox/events.ts';

const types = Object.keys(eventDefinitions) as EventType[];
const topics: readonly Topic[] = ['presentation-results', 'issuance-results', 'webhook-results', 'status-changes'];

/** A valid event of a type. */
function made(type: EventType): { readonly topic: Topic; readonly event: BusEvent } {
  const data = Object.fromEntries(Object.keys(eventDefinitions[type].data).map((name) => [name, 'x']));
  const common = { session: 's1', tenant: 't1', source: 'https://example.org/issuer' };
  return newEvent({ ...common, type, data, clock: () => 1_700_000_000_000, random: systemRandom });
}

const { event, topic } = made('credential.issued.v1');
const read = (value: unknown): ReturnType<typeof readEvent> => readEvent(JSON.stringify(value), topic);
const invalid = { kind: 'unreadable', reason: 'event_not_valid' };

describe('readEvent', () => {
  it('reads every type of the catalogue on its topic, and on no other', () => {
    for (const type of types) {
      const one = made(type);
      assert.deepEqual(readEvent(JSON.stringify(one.event), one.topic), { kind: 'event', event: one.event });
      for (const other of topics.filter((name) => name !== one.topic)) {
        const wrong = readEvent(JSON.stringify(one.event), other);
        assert.deepEqual(wrong, { kind: 'unreadable', reason: 'event_on_wrong_topic' });
      }
    }
  });

  it('keeps members that the catalogue does not name', () => {
    const more = { ...event, traceparent: '00-1', data: { ...event.data, later: { n: 1 } } };
    assert.deepEqual(read(more), { kind: 'event', event: more });
  });

  it('accepts an event without a content type: its data is JSON then', () => {
    const { datacontenttype, ...rest } = event;
    assert.equal(datacontenttype, 'application/json');
    assert.equal(read(rest).kind, 'event');
    assert.deepEqual(read({ ...event, datacontenttype: 'text/xml' }), invalid);
  });

  it('reports an unknown type, of a CloudEvent only', () => {
    const later = { ...event, type: 'credential.issued.v2', subject: undefined, data: 'anything' };
    assert.deepEqual(read(later), { kind: 'unknown-type', type: 'credential.issued.v2' });
    assert.equal(read({ ...event, type: 'toString' }).kind, 'unknown-type');
    assert.deepEqual(read({ type: 'credential.issued.v2' }), invalid);
  });

  it('refuses an event that lacks a member, or has one of another type', () => {
    for (const name of ['specversion', 'id', 'source', 'type', 'subject', 'time', 'data']) {
      for (const value of [undefined, null, '', 7, {}, ['x']])
        assert.deepEqual(read({ ...event, [name]: value }), invalid);
    }
    for (const name of ['session', 'tenant', 'configuration', 'notification']) {
      for (const value of [undefined, null, 7, {}]) {
        assert.deepEqual(read({ ...event, data: { ...event.data, [name]: value } }), invalid, name);
      }
    }
    assert.deepEqual(read({ ...event, specversion: '0.3' }), invalid);
    assert.deepEqual(read([event]), invalid);
  });

  it('refuses two sessions in one event', () => {
    assert.deepEqual(read({ ...event, subject: 's2' }), invalid);
    assert.deepEqual(read({ ...event, data: { ...event.data, session: 's2' } }), invalid);
  });

  it('refuses ids that no store accepts as a key', () => {
    const long = 'x'.repeat(257);
    assert.deepEqual(read({ ...event, id: long }), invalid);
    assert.deepEqual(read({ ...event, subject: long, data: { ...event.data, session: long } }), invalid);
    assert.equal(read({ ...event, id: long.slice(1) }).kind, 'event');
  });

  it('refuses text that is not JSON, is nested too deep, or would change a prototype', () => {
    const notJson = { kind: 'unreadable', reason: 'event_not_json' };
    for (const text of ['', '{', 'undefined', `${JSON.stringify(event)}x`, '['.repeat(99) + ']'.repeat(99)]) {
      assert.deepEqual(readEvent(text, topic), notJson, text);
    }
    const polluting = JSON.stringify(event).replace('"data":{', '"data":{"__proto__":{},');
    assert.deepEqual(readEvent(polluting, topic), notJson);
  });

  it('refuses a message that is too large, in bytes', () => {
    const room = MAX_EVENT_BYTES - Buffer.byteLength(JSON.stringify({ ...event, pad: '' }));
    assert.equal(read({ ...event, pad: 'x'.repeat(room) }).kind, 'event');
    const reason = 'event_too_large';
    assert.deepEqual(read({ ...event, pad: 'x'.repeat(room + 1) }), { kind: 'unreadable', reason });
    assert.deepEqual(read({ ...event, pad: 'ä'.repeat(room / 2 + 1) }), { kind: 'unreadable', reason });
  });

  it('never throws, and passes only events with all members that handlers read', () => {
    const members = fc.constantFrom('specversion', 'id', 'source', 'type', 'subject', 'time', 'data', 'x');
    const data = fc.dictionary(fc.constantFrom('session', 'tenant', 'configuration', 'reason', 'x'), fc.jsonValue());
    const value = fc.oneof(fc.jsonValue(), data, fc.constantFrom('1.0', ...types, 's1'));
    const near = fc.dictionary(members, value).map((changes) => JSON.stringify({ ...event, ...changes }));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), near), fc.constantFrom(...topics), (text, on) => {
        const reading = readEvent(text, on);
        if (reading.kind !== 'event') return;
        const { id, subject, type, data: got } = reading.event;
        const definition = eventDefinitions[type];
        assert.equal(definition.topic, on);
        for (const one of [id, subject, got.tenant]) assert.ok(typeof one === 'string' && one !== '');
        assert.equal(got.session, subject);
        for (const name of Object.keys(definition.data)) assert.equal(typeof got[name], 'string');
      }),
      { numRuns: 500 },
    );
  });

  it('reads every event that newEvent makes', () => {
    const text = fc.string({ minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(fc.constantFrom(...types), text, text, fc.string(), (type, session, tenant, member) => {
        const data = Object.fromEntries(Object.keys(eventDefinitions[type].data).map((name) => [name, member]));
        const common = { source: 'https://example.org', clock: () => 1, random: systemRandom };
        const entry = newEvent({ ...common, type, session, tenant, data });
        assert.deepEqual(readEvent(JSON.stringify(entry.event), entry.topic), { kind: 'event', event: entry.event });
      }),
      { numRuns: 200 },
    );
  });
});
