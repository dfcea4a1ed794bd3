import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { createOpenStreams } from '../../src/edge/open-streams.ts';
import type { StreamOwner } from '../../src/edge/stream-owner.ts';

const NEVER = 3_600_000;
const aborted = (over: AbortSignal): Promise<string> =>
  new Promise((resolve) => over.addEventListener('abort', () => resolve('ended')));

/** Owners by name. Owners in `gone` may no longer read. */
function owners() {
  const gone = new Set<string>();
  const asked: string[] = [];
  const owner = (key: string): StreamOwner => ({
    key,
    mayRead: async () => {
      asked.push(key);
      return !gone.has(key);
    },
  });
  return { gone, asked, owner };
}

test('the streams of an owner who may not read any more end, those of others stay until the server closes', async () => {
  const { gone, owner } = owners();
  const streams = createOpenStreams(NEVER);
  const closing = new AbortController();
  const ended: string[] = [];
  const open = (key: string): Promise<unknown> =>
    streams.during(owner(key), closing.signal, aborted).then(() => ended.push(key));
  const all = ['acme', 'acme', 'other'].map(open);
  await streams.check();
  assert.deepEqual(ended, []);
  gone.add('acme');
  await streams.check();
  await Promise.all(all.slice(0, 2));
  assert.deepEqual(ended, ['acme', 'acme']);
  closing.abort();
  await Promise.all(all);
  assert.deepEqual(ended, ['acme', 'acme', 'other']);
  assert.equal(await streams.during(owner('acme'), closing.signal, async (over) => over.aborted), true);
});

test('a stream that only its response keeps open ends too; one that has not begun is cut off', async () => {
  const { gone, owner } = owners();
  const streams = createOpenStreams(NEVER);
  const ended: string[] = [];
  const watched = (key: string, headersSent = true): EventEmitter => {
    const response = new EventEmitter();
    const by = (how: string) => () => {
      ended.push(`${how} ${key}`);
      response.emit('close');
    };
    const parts = { closed: false, headersSent, end: by('end'), destroy: by('cut off') };
    streams.watch(owner(key), Object.assign(response, parts) as never);
    return response;
  };
  watched('one');
  watched('early', false);
  watched('two').emit('close');
  for (const key of ['one', 'early', 'two']) gone.add(key);
  await streams.check();
  await streams.check();
  assert.deepEqual(ended.sort(), ['cut off early', 'end one']);
});

test('one question for all streams of an owner, and no second one while it waits', async () => {
  const { asked, owner } = owners();
  const streams = createOpenStreams(NEVER);
  const closing = new AbortController();
  const keys = ['a', 'a', 'b', ...Array.from({ length: 250 }, (_, index) => `c${index}`)];
  const all = keys.map((key) => streams.during(owner(key), closing.signal, aborted));
  await Promise.all([streams.check(), streams.check()]);
  assert.deepEqual(asked, [...new Set(keys)]);
  closing.abort();
  await Promise.all(all);
});
