import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { Standing } from '../../src/authenticate/standing.ts';
import { createOpenStreams } from '../../src/edge/open-streams.ts';

const NEVER = 3_600_000;
const away = async (): Promise<never> => Promise.reject(new Error('away'));
const aborted = (over: AbortSignal): Promise<string> =>
  new Promise((resolve) => over.addEventListener('abort', () => resolve('ended')));

test('the streams of a suspended tenant end, those of others stay until the server closes', async () => {
  const standings = new Map<string, Standing>([
    ['acme', 'served'],
    ['other', 'served'],
  ]);
  const streams = createOpenStreams(
    { standing: async (tenant) => standings.get(tenant), lives: async () => true },
    NEVER,
  );
  const closing = new AbortController();
  const ended: string[] = [];
  const open = (tenant: string): Promise<unknown> =>
    streams.during({ tenant }, closing.signal, aborted).then(() => ended.push(tenant));
  const all = ['acme', 'acme', 'other'].map(open);
  await streams.check();
  assert.deepEqual(ended, []);
  standings.set('acme', 'suspended');
  await streams.check();
  await Promise.all(all.slice(0, 2));
  assert.deepEqual(ended, ['acme', 'acme']);
  closing.abort();
  await Promise.all(all);
  assert.deepEqual(ended, ['acme', 'acme', 'other']);
});

test('while the store is away streams stay, and a stream of a closed server ends at once', async () => {
  const streams = createOpenStreams({ standing: away, lives: away }, NEVER);
  const closing = new AbortController();
  const one = streams.during({ tenant: 'acme', consoleSession: 's' }, closing.signal, aborted);
  await streams.check();
  closing.abort();
  assert.equal(await one, 'ended');
  assert.equal(
    await streams.during({ tenant: 'acme', consoleSession: 's' }, closing.signal, async ({ aborted: over }) => over),
    true,
  );
});

test('the streams of a person who has signed out end, with or without a call of their own; others stay', async () => {
  const gone = new Set<string>();
  const lives = async ({ id }: { readonly id: string }): Promise<boolean> => !gone.has(id);
  const streams = createOpenStreams({ standing: async () => 'served', lives }, NEVER);
  const closing = new AbortController();
  const ended: string[] = [];
  const open = (consoleSession?: string): Promise<unknown> =>
    streams
      .during({ tenant: 'acme', consoleSession }, closing.signal, aborted)
      .then(() => ended.push(consoleSession ?? 'key'));
  const watched = (consoleSession: string): EventEmitter => {
    const response = new EventEmitter();
    const end = (): void => {
      ended.push(`log of ${consoleSession}`);
      response.emit('close');
    };
    streams.watch({ tenant: 'acme', consoleSession }, Object.assign(response, { closed: false, end }) as never);
    return response;
  };
  const all = [open('one'), open('two'), open()];
  watched('one');
  watched('two').emit('close');
  await streams.check();
  assert.deepEqual(ended, []);
  gone.add('one').add('two');
  await streams.check();
  await Promise.all(all.slice(0, 2));
  assert.deepEqual(ended.sort(), ['log of one', 'one', 'two']);
  await streams.check();
  closing.abort();
  await Promise.all(all);
  assert.equal(ended.length, 4);
});
