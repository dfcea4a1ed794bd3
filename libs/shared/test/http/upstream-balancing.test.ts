import assert from 'node:assert/strict';
import { connect, createServer as createTcpServer } from 'node:net';
import { test } from 'node:test';
import type { Operation } from '../../src/http/message.ts';
import { closedAddress, replica, request, unavailable, upstream } from './replica.ts';

test('while there is another replica, nothing is sent to one whose breaker is open', async (t) => {
  const first = await replica(t, async () => ({}));
  const second = await replica(t, async () => ({ body: 'second' }));
  const calls = upstream(t, [first.address, second.address], { breakerPause: 60_000 });
  for (let n = 0; n < 4; n += 1) await calls.call('issuer.test', request);
  await first.close(20_000);
  for (let n = 0; n < 30; n += 1) await calls.call('issuer.test', request);
  const again = await replica(t, async () => assert.fail('its breaker is open'), first.port);
  for (let n = 0; n < 10; n += 1) assert.equal((await calls.call('issuer.test', request)).body, 'second');
  await again.close(0);
});

test('replicas are used in turn, and an unreachable one costs nothing', async (t) => {
  const counts = [0, 0];
  const operation =
    (n: 0 | 1): Operation =>
    async () => {
      counts[n] = (counts[n] ?? 0) + 1;
      return {};
    };
  const first = await replica(t, operation(0));
  const second = await replica(t, operation(1));
  const calls = upstream(t, [first.address, second.address, await closedAddress()]);
  for (let n = 0; n < 30; n += 1) await calls.call('issuer.test', request);
  assert.equal((counts[0] ?? 0) + (counts[1] ?? 0), 30);
  assert.ok(
    counts.every((count) => count >= 10),
    counts.join(),
  );
});

test('a replica that drains loses no call', async (t) => {
  const staying = await replica(t, async () => ({ body: 'staying' }));
  const leaving = await replica(t, async () => ({ body: 'leaving' }));
  const calls = upstream(t, [leaving.address, staying.address]);
  for (let n = 0; n < 10; n += 1) await calls.call('issuer.test', request);
  const closed = leaving.close(20_000);
  const replies = await Promise.all(Array.from({ length: 50 }, () => calls.call('issuer.test', request)));
  assert.equal(replies.length, 50);
  for (let n = 0; n < 10; n += 1) await calls.call('issuer.test', request);
  assert.equal((await calls.call('issuer.test', request)).body, 'staying');
  // The caller ends unused connections.
  await closed;
});

test('a replica that is about to stop gets no more calls while there is another one', async (t) => {
  let stopping = false;
  let answered = 0;
  const leaving = await replica(
    t,
    async () => {
      answered += 1;
      return { body: 'leaving' };
    },
    0,
    () => true,
    () => stopping,
  );
  const staying = await replica(t, async () => ({ body: 'staying' }));
  const calls = upstream(t, [leaving.address, staying.address]);
  for (let n = 0; n < 4; n += 1) await calls.call('issuer.test', request);
  stopping = true;
  answered = 0;
  for (let n = 0; n < 20; n += 1) await calls.call('issuer.test', request);
  assert.equal(answered, 1);
  // If it is the only one, it is called anyway.
  assert.equal((await upstream(t, [leaving.address]).call('issuer.test', request)).body, 'leaving');
});

test('where all are about to stop, the first one to report it is called: it is reachable again first', async (t) => {
  const stopping = new Set<string>();
  const [first, second] = await Promise.all(
    ['first', 'second'].map((body) =>
      replica(
        t,
        async () => ({ body }),
        0,
        () => true,
        () => stopping.has(body),
      ),
    ),
  );
  let now = 1_000_000;
  const calls = upstream(t, [first?.address ?? '', second?.address ?? ''], { clock: () => now });
  const ask = async (): Promise<unknown> => (await calls.call('issuer.test', request)).body;
  stopping.add('first');
  await Promise.all([ask(), ask()]);
  stopping.delete('first');
  now += 1000;
  stopping.add('second');
  await ask();
  for (let n = 0; n < 6; n += 1) assert.equal(await ask(), 'first');
});

test('a replica that is still starting refuses the call: another one gets it', async (t) => {
  const starting = await replica(
    t,
    async () => ({ body: 'starting' }),
    0,
    () => false,
  );
  await assert.rejects(upstream(t, [starting.address]).call('issuer.test', request), unavailable);
  const started = await replica(t, async () => ({ body: 'started' }));
  const calls = upstream(t, [starting.address, started.address]);
  for (let n = 0; n < 6; n += 1) assert.equal((await calls.call('issuer.test', request)).body, 'started');
});

test('one address may stand for several replicas: a refused call is retried once', async (t) => {
  let asked = 0;
  const answering = (): boolean => {
    asked += 1;
    return asked % 2 === 0;
  };
  const { address } = await replica(t, async () => ({ body: 'taken' }), 0, answering);
  const calls = upstream(t, [address]);
  for (let n = 0; n < 3; n += 1) assert.equal((await calls.call('issuer.test', request)).body, 'taken');
  assert.equal(asked, 6);
});

test('connections are renewed, so that a balancer sends a new replica its share', async (t) => {
  const [old, added] = [
    await replica(t, async () => ({ body: 'old' })),
    await replica(t, async () => ({ body: 'new' })),
  ];
  let behind = old.port;
  const balancer = createTcpServer((socket) => {
    const onward = connect(behind, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) end.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  t.after(() => balancer.close());
  const address = `http://127.0.0.1:${(balancer.address() as { port: number }).port}`;
  const calls = upstream(t, [address], { connectionAge: 20 });
  assert.equal((await calls.call('issuer.test', request)).body, 'old');
  behind = added.port;
  // The pauses are far shorter than those after which an unused connection ends.
  let inARow = 0;
  for (let n = 0; n < 1000 && inARow < 20; n += 1) {
    inARow = (await calls.call('issuer.test', request)).body === 'new' ? inARow + 1 : 0;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.equal(inARow, 20);
});

test('a replica that comes back is used again', async (t) => {
  const first = await replica(t, async () => ({}));
  const calls = upstream(t, [first.address], { breakerPause: 60_000 });
  await calls.call('issuer.test', request);
  await first.close(0);
  for (let n = 0; n < 8; n += 1) await assert.rejects(calls.call('issuer.test', request), unavailable);
  await replica(t, async () => ({ body: 'back' }), first.port);
  // Immediately, before the breaker's pause ends: there is no other replica.
  const replies = await Promise.all(Array.from({ length: 5 }, () => calls.call('issuer.test', request)));
  assert.deepEqual(
    replies.map(({ body }) => body),
    Array.from({ length: 5 }, () => 'back'),
  );
});

test('while a replica is tried again for the first time, calls without an alternative are sent to it too', async (t) => {
  const first = await replica(t, async () => ({ body: 'first' }));
  const second = await replica(t, async () => ({ body: 'second' }));
  const calls = upstream(t, [first.address, second.address], { breakerPause: 20 });
  await first.close(0);
  for (let n = 0; n < 30; n += 1) await calls.call('issuer.test', request);
  let begun = 0;
  let answer: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await replica(
    t,
    async () => {
      begun += 1;
      await slow;
      return { body: 'first' };
    },
    first.port,
  );
  // Half open: the next call whose turn it is tries it.
  while (calls.breakers().some(({ open }) => open)) await new Promise((resolve) => setTimeout(resolve, 5));
  const tries = [calls.call('issuer.test', request), calls.call('issuer.test', request)];
  while (begun === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  // Calls with an alternative don't wait.
  for (let n = 0; n < 4; n += 1) assert.equal((await calls.call('issuer.test', request)).body, 'second');
  // With time for its channels to end: a call in progress is lost when its channel is cut.
  await second.close(20_000);
  // No call waits for the result of another.
  const waiting = Array.from({ length: 4 }, () => calls.call('issuer.test', request));
  while (begun < 5) await new Promise((resolve) => setTimeout(resolve, 5));
  answer();
  const bodies = (await Promise.all(waiting)).map(({ body }) => body);
  assert.deepEqual(bodies, ['first', 'first', 'first', 'first']);
  assert.deepEqual((await Promise.all(tries)).map(({ body }) => body).sort(), ['first', 'second']);
});

test('a replica whose trial fails gets no calls for a pause', async (t) => {
  const working = await replica(t, async () => ({ body: 'working' }));
  const calls = upstream(t, [await closedAddress(), working.address], { breakerPause: 20 });
  const isOpen = (): boolean => calls.breakers().some(({ open }) => open);
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 30 && !isOpen(); n += 1) {
      assert.equal((await calls.call('issuer.test', request)).body, 'working');
    }
    assert.ok(isOpen());
    while (isOpen()) await new Promise((resolve) => setTimeout(resolve, 5));
  }
});
