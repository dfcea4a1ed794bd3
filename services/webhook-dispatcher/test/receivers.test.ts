/** Receivers that fail in every way: each failure is retried only by the schedule. */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createOutbound } from '@countersign/shared/http/outbound';
import { tlsServer } from '@countersign/shared/test/http/server/tls-server';
import { deliver, listen, receiver, runJob, world } from './world.ts';

const web =
  (answer: RequestListener) =>
  async (t: TestContext): Promise<string> =>
    (await receiver(t, answer)).url;

const raw =
  (answer: (socket: Socket) => void) =>
  async (t: TestContext): Promise<string> => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    });
    return `http://127.0.0.1:${await listen(t, server)}/`;
  };

const HEAD = 'HTTP/1.1 200 OK\r\n';

async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}

async function untrusted(t: TestContext): Promise<string> {
  const { server } = await tlsServer('https://127.0.0.1', (_, response) => response.end());
  server.on('tlsClientError', () => undefined);
  return `https://127.0.0.1:${await listen(t, server)}/`;
}

const FAILURES: readonly (readonly [string, (t: TestContext) => Promise<string>, string, number?])[] = [
  ['a refused connection', closedPort, 'refused'],
  ['a name without address', async () => 'https://no-such-name.invalid/', 'dns'],
  ['a forbidden address', async () => 'https://10.1.2.3/', 'address'],
  ['an untrusted certificate', untrusted, 'tls'],
  ['500', web((_, response) => response.writeHead(500).end()), 'status', 500],
  ['404', web((_, response) => response.writeHead(404).end()), 'status', 404],
  ['a redirect', web((_, response) => response.writeHead(302, { location: '/other' }).end()), 'redirect', 302],
  ['silence', raw(() => undefined), 'timeout'],
  ['one byte', raw((socket) => socket.write(`${HEAD}content-length: 100\r\n\r\nx`)), 'timeout'],
  ['headers without end', raw((socket) => socket.write(`${HEAD}x: `)), 'timeout'],
  [
    'an endless body',
    web((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(8192)));
      };
      response.on('drain', more);
      more();
    }),
    'too_large',
  ],
  [
    'a gzip bomb',
    web((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000))),
    ),
    'encoding',
  ],
  ['an end in the middle', raw((socket) => socket.end(`${HEAD}content-length: 10\r\n\r\nx`)), 'closed'],
  ['no answer at all', raw((socket) => socket.destroy()), 'closed'],
  ['another protocol', raw((socket) => socket.end('220 mail.example ESMTP\r\n')), 'protocol'],
];

for (const [name, target, error, status] of FAILURES) {
  test(`${name}: a failed attempt, and another one later`, async (t) => {
    const w = await world(t);
    const { id, events } = await w.session({ url: await target(t) });
    const outbound = createOutbound({ allow: ['127.0.0.0/8'] });
    // A time limit below the smallest value of the setting.
    const quick = {
      request: (request: Parameters<typeof outbound.request>[0]) => outbound.request({ ...request, timeout: 150 }),
    };
    await deliver(w.dispatcher({ outbound: error === 'timeout' ? quick : outbound }), events[0]);
    const delivery = await w.delivery(events[0]?.id);
    assert.equal(delivery?.state, 'due');
    assert.deepEqual(
      delivery.attempts.map((attempt) => [attempt.error, attempt.status]),
      [[error, status]],
    );
    const pause = (delivery.dueAt ?? 0) - w.now;
    assert.ok(pause >= 4000 && pause <= 6000, String(pause));
    assert.deepEqual(await w.pending(id), [events[0]?.id]);
  });
}

test('200 with garbage is delivered: the body is not read', async (t) => {
  const w = await world(t);
  const { url } = await receiver(t, (_, response) => response.writeHead(200).end(Buffer.alloc(60_000, 0xff)));
  const { events } = await w.session({ url });
  await deliver(w.dispatcher(), events[0]);
  assert.equal((await w.delivery(events[0]?.id))?.state, 'delivered');
});

test('410 ends the delivery at once', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t, (_, response) => response.writeHead(410).end());
  const { id, events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, events[0]);
  const delivery = await w.delivery(events[0]?.id);
  assert.deepEqual([delivery?.state, delivery?.reason], ['dead', 'gone']);
  assert.deepEqual(await w.pending(id), []);
  w.now += 3_600_000;
  await runJob(dispatcher, 'delivery-due');
  assert.equal(got.length, 1);
});

test('429 with Retry-After delays the next attempt', async (t) => {
  const w = await world(t);
  const { url, got } = await receiver(t, (_, response) => {
    response.writeHead(got.length === 1 ? 429 : 204, { 'retry-after': '600' }).end();
  });
  const { events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, events[0]);
  w.now += 599_000;
  await runJob(dispatcher, 'delivery-due');
  assert.equal(got.length, 1);
  w.now += 1000;
  await runJob(dispatcher, 'delivery-due');
  assert.equal(got.length, 2);
  assert.equal((await w.delivery(events[0]?.id))?.state, 'delivered');
});

test('a target that always fails: the whole schedule, each attempt signed anew with the same id, then dead', async (t) => {
  const w = await world(t, { WEBHOOK_SCHEDULE: '0,5,30,120' });
  const { url, got } = await receiver(t, (_, response) => response.writeHead(503).end());
  const { id, events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, events[0]);
  for (const [earliest, latest] of [
    [4000, 6000],
    [24_000, 36_000],
    [96_000, 144_000],
  ] as const) {
    const before = got.length;
    w.now += earliest - 1;
    await runJob(dispatcher, 'delivery-due');
    assert.equal(got.length, before);
    w.now += latest - earliest + 1;
    await runJob(dispatcher, 'delivery-due');
    assert.equal(got.length, before + 1);
  }
  const delivery = await w.delivery(events[0]?.id);
  assert.deepEqual([delivery?.state, delivery?.reason, delivery?.attempts.length], ['dead', 'exhausted', 4]);
  assert.deepEqual(await w.pending(id), []);
  assert.equal(new Set(got.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(new Set(got.map(({ headers }) => headers['webhook-timestamp'])).size, 4);
});

test('no attempt after the end of the session', async (t) => {
  const w = await world(t, { SESSION_TTL: '10', WEBHOOK_SCHEDULE: '0,15,60' });
  const { url, got } = await receiver(t, (_, response) => response.writeHead(500).end());
  const { events } = await w.session({ url });
  const dispatcher = w.dispatcher();
  await deliver(dispatcher, events[0]);
  w.now += 18_000;
  await runJob(dispatcher, 'delivery-due');
  assert.equal(got.length, 2);
  const delivery = await w.delivery(events[0]?.id);
  assert.deepEqual([delivery?.state, delivery?.reason], ['dead', 'expired']);
});

test('a target that was down for two hours gets every webhook, with the same ids, in the order of each session', async (t) => {
  const w = await world(t);
  let up = false;
  const { url, got } = await receiver(t, (_, response) => response.writeHead(up ? 204 : 502).end());
  const types = ['credential.issued.v1', 'issuance.completed.v1'] as const;
  const made = [];
  const dispatcher = w.dispatcher({ breakerPause: 1 });
  for (let n = 0; n < 5; n += 1) {
    const session = await w.session({ url, types });
    made.push(session);
    // The later event first.
    for (const event of [...session.events].reverse()) await deliver(dispatcher, event);
  }
  const run = async (until: number): Promise<void> => {
    for (; w.now < until; w.now += 60_000) await runJob(dispatcher, 'delivery-due');
  };
  await run(w.now + 7_200_000);
  const failed = got.length;
  assert.ok(failed >= 5);
  up = true;
  await run(w.now + 7_200_000);
  const delivered = got.slice(failed).map(({ headers }) => headers['webhook-id']);
  assert.equal(delivered.length, 10);
  for (const { id, events } of made) {
    const ids = events.map((event) => event.id);
    assert.deepEqual(
      delivered.filter((one) => ids.includes(String(one))),
      ids,
    );
    assert.deepEqual(await w.pending(id), []);
  }
});
