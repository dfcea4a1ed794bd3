import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventLines } from '../../src/api/event-lines.ts';

const text =
  'id: 1\nevent: entry\ndata: {"a":\ndata: 1}\n\n: comment\n\ndata: second\r\n\r\nretry: 1500\n\nid: 3\ndata:x\n\n';
const events = [
  { id: '1', event: 'entry', data: '{"a":\n1}' },
  { id: '1', event: 'message', data: 'second' },
  { id: '3', event: 'message', data: 'x' },
];

test('events are the same wherever the text is cut', () => {
  for (let size = 1; size <= text.length; size += 1) {
    const lines = createEventLines();
    const found = [];
    for (let at = 0; at < text.length; at += size) found.push(...lines.push(text.slice(at, at + size)));
    assert.deepEqual(found, events, `pieces of ${size}`);
    assert.equal(lines.retry(), 1500);
  }
});

test('an event that is not complete is kept back', () => {
  const lines = createEventLines();
  assert.deepEqual(lines.push('data: a\n'), []);
  assert.deepEqual(lines.push('\n'), [{ event: 'message', data: 'a' }]);
});
