import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyLog, type TraceLog, withEvent } from '../../src/parts/trace-log.ts';

const entry = (id: string, step = 'token') => ({ event: 'entry', id, data: JSON.stringify({ id, step }) });
const gap = (after: string, count: number) => ({ event: 'gap', data: JSON.stringify({ after, count }) });
const all = (...events: Parameters<typeof withEvent>[1][]): TraceLog => events.reduce(withEvent, emptyLog);

test('entries stay in order of arrival, each id once, also where a stream is read from its beginning again', () => {
  const log = all(entry('1', 'offer'), entry('2'), entry('1', 'again'), entry('3'));
  assert.deepEqual(
    log.entries.map(({ id, step }) => [id, step]),
    [
      ['1', 'offer'],
      ['2', 'token'],
      ['3', 'token'],
    ],
  );
});

test('a gap stands after its entry, once; the end is known', () => {
  const log = all(entry('1'), gap('1', 7), gap('1', 7), entry('9'), { event: 'end', data: '{}' });
  assert.deepEqual([log.gaps, log.ended], [[{ after: '1', count: 7 }], true]);
});

test('events that can not be read, and those of a later version, change nothing', () => {
  const before = all(entry('1'));
  for (const event of [
    { event: 'entry', data: '{' },
    { event: 'entry', data: 'null' },
    { event: 'entry', data: '{"id":7}' },
    { event: 'gap', data: '{}' },
    { event: 'later', data: '{"id":"2"}' },
  ]) {
    assert.equal(withEvent(before, event), before);
  }
});
