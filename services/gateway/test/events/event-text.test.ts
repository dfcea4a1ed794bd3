import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsText, gapText, positionText, readPosition } from '../../src/events/event-text.ts';

const document = {
  id: 'a',
  rev: 1,
  tenant: 'acme',
  number: 7,
  at: 5,
  session: 's',
  events: ['a', 'b', 'c'].map((id) => ({ id, type: 'token.issued', at: 0, data: { configurations: ['pid'] } })),
};
const idsOf = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id);

test('positions are read strictly', () => {
  assert.deepEqual(readPosition('42'), { number: 42 });
  assert.deepEqual(readPosition('42.1'), { number: 42, count: 1 });
  for (const wrong of [undefined, '', '-1', '42.', '42.1.1', ' 42', '42\n', '1234567890123456', 'x']) {
    assert.equal(readPosition(wrong), undefined, wrong);
  }
});

test('a reader gets what it lacks of a document; the position of its last event is that of the whole', () => {
  assert.deepEqual(idsOf(eventsText(document, { number: 6 }, 'https://x')), ['7.1', '7.2', '7']);
  assert.deepEqual(idsOf(eventsText(document, { number: 7, count: 1 }, 'https://x')), ['7.2', '7']);
  assert.deepEqual(idsOf(eventsText(document, { number: 7 }, 'https://x')), []);
  assert.deepEqual(idsOf(eventsText(document, { number: 8 }, 'https://x')), []);
  assert.equal(eventsText({ ...document, events: [] }, { number: 1 }, 'https://x'), '');
});

test('an event is a CloudEvent in one line', () => {
  const [line = ''] = eventsText(document, { number: 7, count: 2 }, 'https://x').split('\n').slice(1);
  assert.deepEqual(JSON.parse(line.slice('data: '.length)), {
    specversion: '1.0',
    id: 'c',
    source: 'https://x',
    type: 'token.issued',
    subject: 's',
    time: '1970-01-01T00:00:00.000Z',
    datacontenttype: 'application/json',
    data: { configurations: ['pid'], session: 's', tenant: 'acme' },
  });
});

test('a gap says between which numbers, and moves the position before the first one', () => {
  assert.equal(gapText(3, 9), 'id: 8\nevent: gap\ndata: {"after":"3","first":"9"}\n\n');
  assert.equal(positionText(9), 'id: 9\n:\n\n');
});

test('an event of the tenant itself has no session', () => {
  const { session: _, ...ofTenant } = document;
  const events = [{ id: 'a', type: 'registration.ending', at: 0, data: { certificate: 'r' } }];
  const [, data = ''] = /^data: (.*)$/m.exec(eventsText({ ...ofTenant, events }, { number: 1 }, 'https://x')) ?? [];
  const event = JSON.parse(data);
  assert.deepEqual([event.data, Object.hasOwn(event, 'subject')], [{ certificate: 'r', tenant: 'acme' }, false]);
});
