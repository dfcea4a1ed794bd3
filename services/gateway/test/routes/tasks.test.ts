import assert from 'node:assert/strict';
import { test } from 'node:test';
import { routes } from '../../src/routes/routes.ts';
import { tasks } from '../../src/routes/tasks.ts';

test('each task has a route: no heading is empty', () => {
  assert.deepEqual([...new Set(routes.map(({ task }) => task))].sort(), Object.keys(tasks).sort());
});

test('each task has a title of its own, and a text of whole sentences', () => {
  const all = Object.values(tasks);
  assert.equal(new Set(all.map(({ title }) => title)).size, all.length);
  for (const { title, text } of all) {
    assert.match(title, /^[A-Z].*[^.]$/);
    assert.match(text, /^[A-Z].*\.$/);
  }
});
