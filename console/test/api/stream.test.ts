import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { follow, type StreamState } from '../../src/api/stream.ts';

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});

const stream = (text: string): Response => new Response(text, { headers: { 'content-type': 'text/event-stream' } });

/** Follows these answers one after the other. */
async function followed(answers: readonly (() => Response)[], options: { readonly endsWith?: string } = {}) {
  const over = new AbortController();
  const asked: (string | null)[] = [];
  const events: string[] = [];
  const states: StreamState[] = [];
  const pauses: number[] = [];
  const refused: number[] = [];
  globalThis.fetch = async (_, init) => {
    asked.push(new Headers(init?.headers).get('last-event-id'));
    const next = answers[asked.length - 1];
    if (next !== undefined) return next();
    over.abort();
    throw new TypeError('no more');
  };
  await follow('/events', {
    ...options,
    signal: over.signal,
    onEvent: ({ data }) => events.push(data),
    onState: (state) => states.push(state),
    onRefused: ({ status }) => refused.push(status),
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
    },
  });
  return { asked, events, states, pauses, refused };
}

test('after a break it continues behind the last event, and says that it reconnects', async () => {
  const found = await followed([
    () => stream('id: 1\ndata: a\n\nid: 2\ndata: b\n\n'),
    () => stream('id: 3\ndata: c\n\n'),
  ]);
  assert.deepEqual(found.asked, [null, '2', '3']);
  assert.deepEqual(found.events, ['a', 'b', 'c']);
  assert.deepEqual(found.states, ['live', 'reconnecting', 'live', 'reconnecting']);
});

test('it waits longer after each failure, up to 15 seconds, and begins anew after a success', async () => {
  const away = (): Response => {
    throw new TypeError('away');
  };
  const found = await followed([
    ...Array(6).fill(away),
    () => stream('data: a\n\n'),
    () => new Response('', { status: 503 }),
  ]);
  assert.deepEqual(found.pauses, [1000, 2000, 4000, 8000, 15_000, 15_000, 500, 1000]);
});

test('a refusal for good is reported, and not repeated', async () => {
  const found = await followed([() => Response.json({}, { status: 404 }), () => stream('data: a\n\n')]);
  assert.deepEqual([found.asked.length, found.refused], [1, [404]]);
});

test('the last event ends it', async () => {
  const found = await followed([() => stream('data: a\n\nevent: end\ndata: e\n\n'), () => stream('data: b\n\n')], {
    endsWith: 'end',
  });
  assert.deepEqual([found.asked.length, found.events], [1, ['a', 'e']]);
});
