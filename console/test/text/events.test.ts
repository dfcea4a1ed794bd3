import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventText, eventTypes } from '../../src/text/events.ts';

test('each event has words, and an unknown one keeps its type', () => {
  for (const type of eventTypes()) assert.notEqual(eventText(type), type);
  assert.equal(eventText('new.event'), 'new.event');
  assert.equal(eventText('constructor'), 'constructor');
});
