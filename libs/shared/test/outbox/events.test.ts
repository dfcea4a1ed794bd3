import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EventType, eventDefinitions } from '../../src/bus/catalogue.ts';
import { orderedId } from '../../src/kernel/ordered-id.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { newEvent } from '../../src/outbox/events.ts';

const base = {
  type: 'credential.issued.v1',
  session: 's1',
  tenant: 't1',
  data: { configuration: 'c', notification: 'n' },
  source: 'https://example.org/issuer',
  clock: () => 1_700_000_000_000,
  random: (bytes: number) => Buffer.alloc(bytes, 1),
} as const;

describe('newEvent', () => {
  it('makes a CloudEvent on the topic of its type, keyed by the session', () => {
    assert.deepEqual(newEvent(base), {
      topic: 'issuance-results',
      event: {
        specversion: '1.0',
        id: orderedId(base.clock(), base.random),
        source: 'https://example.org/issuer',
        type: 'credential.issued.v1',
        subject: 's1',
        time: '2023-11-14T22:13:20.000Z',
        datacontenttype: 'application/json',
        data: { configuration: 'c', notification: 'n', session: 's1', tenant: 't1' },
      },
    });
  });

  it('makes a new id for every event', () => {
    const ids = Array.from({ length: 50 }, () => newEvent({ ...base, random: systemRandom }).event.id);
    assert.equal(new Set(ids).size, 50);
  });

  it('accepts exactly the members that the catalogue names', () => {
    for (const data of [
      { configuration: 'c' },
      { ...base.data, claims: 'x' },
      { ...base.data, notification: 1 },
      { ...base.data, toString: 'x' },
    ]) {
      assert.throws(() => newEvent({ ...base, data }), /credential\.issued\.v1/);
    }
    assert.throws(() => newEvent({ ...base, data: { ...base.data, session: 'other' } }), /no member session/);
  });

  it('has a topic for every type of the catalogue', () => {
    for (const [type, definition] of Object.entries(eventDefinitions)) {
      const data = Object.fromEntries(Object.keys(definition.data).map((name) => [name, 'x']));
      assert.equal(newEvent({ ...base, type: type as EventType, data }).topic, definition.topic);
    }
  });
});
