/** Servers that respond, fall silent, break off and lie. The test sets the clock and the timers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Following, follow } from '../src/following.ts';
import type { State } from '../src/wire.ts';

class Source extends EventTarget {
  static readonly CLOSED = 2;
  static last: Source | undefined;
  readyState = 1;
  constructor() {
    super();
    Source.last = this;
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
  tell(data: string): void {
    this.dispatchEvent(new MessageEvent('state', { data }));
  }
}

type Reply = { status: number; body?: unknown } | Error;

function open(replies: readonly Reply[], events = false) {
  let now = 0;
  let made = 0;
  const timers = new Map<number, { at: number; work: () => void }>();
  const calls: RequestInit[] = [];
  const states: State[] = [];
  let offline = 0;
  const browser: Following = {
    fetch: (async (_: string, init: RequestInit) => {
      const reply = replies[Math.min(calls.length, replies.length - 1)];
      calls.push(init);
      if (reply === undefined || reply instanceof Error) throw reply;
      return new Response(JSON.stringify(reply.body ?? {}), { status: reply.status });
    }) as unknown as typeof fetch,
    EventSource: events ? (Source as unknown as typeof EventSource) : undefined,
    setTimeout: (work, milliseconds) => {
      made += 1;
      timers.set(made, { at: now + milliseconds, work });
      return made;
    },
    clearTimeout: (timer) => void timers.delete(timer),
    now: () => now,
  };
  const followed = follow(browser, {
    address: 'https://issuer.example/b',
    left: 60_000,
    changed: (state) => states.push(state),
    offline: () => {
      offline += 1;
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  /** Lets time pass. */
  const pass = async (milliseconds: number): Promise<void> => {
    const until = now + milliseconds;
    await settle();
    for (;;) {
      const due = [...timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
      if (due === undefined) break;
      now = Math.max(now, due[1].at);
      timers.delete(due[0]);
      due[1].work();
      await settle();
    }
    now = until;
  };
  return { followed, pass, settle, calls, states, offline: () => offline, timers };
}

const waiting = { state: 'waiting', secondsLeft: 60 };

test('without event streams it asks every few seconds, ever less often, without cookie and address of the page', async () => {
  const { pass, calls, states } = open([{ status: 200, body: waiting }]);
  await pass(30_000);
  assert.ok(calls.length >= 5 && calls.length <= 9, String(calls.length));
  assert.deepEqual(
    [calls[0]?.credentials, calls[0]?.referrerPolicy, calls[0]?.redirect],
    ['omit', 'no-referrer', 'error'],
  );
  assert.equal(states.length, calls.length);
});

test('the first state that ends the request ends everything', async () => {
  const { pass, calls, states, timers } = open([
    { status: 200, body: waiting },
    { status: 200, body: { state: 'verified' } },
  ]);
  await pass(60_000);
  assert.deepEqual([calls.length, states.at(-1), timers.size], [2, { state: 'verified' }, 0]);
});

test('a server that never answers, breaks or lies has expired by the clock, and not before', async () => {
  for (const reply of [new TypeError('offline'), { status: 500 }, { status: 200, body: { state: '<b>' } }]) {
    const { pass, states, offline } = open([reply]);
    await pass(60_000);
    assert.deepEqual(states, []);
    assert.ok(offline() > 3);
    await pass(60_000);
    assert.deepEqual(states, [{ state: 'expired' }]);
  }
});

test('a request that is gone has expired', async () => {
  const { pass, states } = open([{ status: 410 }]);
  await pass(1);
  assert.deepEqual(states, [{ state: 'expired' }]);
});

test('events count once they come, and a wrong one counts for nothing', async () => {
  const { pass, calls, states } = open([{ status: 200, body: waiting }], true);
  Source.last?.tell('{"state":"waiting","secondsLeft":60}');
  Source.last?.tell('{');
  Source.last?.tell('{"state":"refused","reason":"declined"}');
  Source.last?.tell('{"state":"verified"}');
  await pass(60_000);
  assert.deepEqual(states, [
    { state: 'waiting', secondsLeft: 60 },
    { state: 'refused', reason: 'declined' },
  ]);
  assert.deepEqual([calls.length, Source.last?.readyState], [0, Source.CLOSED]);
});

test('events that a proxy holds back, and a stream that is refused, are replaced by asking', async () => {
  const silent = open([{ status: 200, body: { state: 'verified' } }], true);
  await silent.pass(6000);
  assert.deepEqual(silent.states, [{ state: 'verified' }]);
  const refused = open([{ status: 200, body: { state: 'verified' } }], true);
  Source.last?.close();
  Source.last?.dispatchEvent(new Event('error'));
  await refused.pass(1);
  assert.deepEqual(refused.states, [{ state: 'verified' }]);
});

test('a person who comes back is answered at once, and after the end nobody is asked', async () => {
  const { followed, settle, calls } = open([{ status: 200, body: waiting }], true);
  followed.ask();
  await settle();
  assert.equal(calls.length, 1);
  followed.stop();
  followed.ask();
  await settle();
  assert.equal(calls.length, 1);
});
