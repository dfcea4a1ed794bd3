/** Live traces over HTTP: of two replicas on one store, with writers of both. */
import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { type TestContext, test } from 'node:test';
import { createArrivals, type Following } from '@countersign/shared/bus/arrivals';
import { openServer } from '@countersign/shared/http/server/server';
import { ofTenant as storeOf } from '@countersign/shared/store/of-tenant';
import { until } from '@countersign/shared/test/patience';
import { commonHeaders, errorAnswer, send } from '../../src/edge/answer.ts';
import { createEntryStream } from '../../src/edge/entry-stream.ts';
import { eraseTrace } from '../../src/sessions/erase-trace.ts';
import { readTrace } from '../../src/trace/reader.ts';
import { ofSession, openTraceWorld } from '../trace/trace-world.ts';

interface Client {
  readonly status: number;
  /** Resolves once this many events arrived. @returns `<id> <request>` for each */
  events(count: number): Promise<readonly string[]>;
  /** Resolves with everything received when the response has ended. */
  ended(): Promise<string>;
  close(): void;
}

type World = Awaited<ReturnType<typeof openTraceWorld>>;

/** Looks every two milliseconds, as if there were no news. */
function looking(): Following {
  const { next, end } = createArrivals().follow('none');
  return { next: (_, signal) => next(2, signal), end };
}

/** One gateway. */
async function openReplica(
  t: TestContext,
  world: World,
  { read = readTrace, streams = 1000, follow = looking as (session: string) => Following } = {},
) {
  const limits = { process: streams, address: streams };
  const stream = createEntryStream({ ...world, limits, follow, read: (of, rev) => read(world, of, rev) });
  const server = await openServer({ host: '127.0.0.1', port: 0 }, async () => async (request, response, closing) => {
    const exchange = { id: 'request-id', trace: '00-0-0-00', request, response };
    const params = { sessionId: 's' };
    const operationRequest = {
      id: '',
      tenant: 'acme',
      method: 'GET',
      url: '',
      params,
      query: {},
      headers: {},
    } as const;
    try {
      await stream({
        exchange,
        operationRequest: { ...operationRequest, body: undefined, encoding: 'none' },
        address: '192.0.2.1',
        closing,
      });
    } catch (error) {
      send(exchange, await errorAnswer(error, exchange, { log: world.log, brandOf: async () => ({ name: 'Issuer' }) }));
    }
    assert.equal(commonHeaders(exchange)['x-request-id'], 'request-id');
  });
  t.after(() => server.close(100));
  return {
    close: () => server.close(100),
    connect: (lastEventId?: string) => connect(server.port, lastEventId),
  };
}

async function connect(port: number, lastEventId?: string): Promise<Client> {
  const headers = {
    accept: 'text/event-stream',
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  let text = '';
  const { response, request } = await new Promise<{ response: IncomingMessage; request: ReturnType<typeof get> }>(
    (resolve, reject) => {
      const sent = get({ host: '127.0.0.1', port, headers }, (received) =>
        resolve({ response: received, request: sent }),
      );
      sent.on('error', reject);
    },
  );
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
  });
  response.on('error', () => undefined);
  const shown = () =>
    [...text.matchAll(/id: (\d+)\nevent: \w+\ndata: (.*)\n/g)].map(
      ([, id, data = '{}']) => `${id} ${JSON.parse(data).request}`,
    );
  return {
    status: response.statusCode ?? 0,
    events: async (count) => {
      await until(`${count} events`, () => shown().length >= count);
      return shown();
    },
    ended: async () => {
      await until('the end of the stream', () => response.complete);
      return text;
    },
    close: () => request.destroy(),
  };
}

test('entries of two replicas come in one order; at another replica a client continues after its last entry', async (t) => {
  const world = await openTraceWorld(t);
  const [one, two] = [world.newWriter(), world.newWriter()];
  const [here, there] = [await openReplica(t, world), await openReplica(t, world)];
  const first = await here.connect();
  assert.equal(first.status, 200);
  await one([ofSession('s', ['a'])]);
  assert.deepEqual(await first.events(1), ['1 a']);
  // The second replica is slow: its entry is older and arrives later.
  await one([ofSession('s', ['c'])]);
  await two([ofSession('s', ['b'])]);
  assert.deepEqual(await first.events(3), ['1 a', '2 c', '3 b']);
  first.close();
  await two([ofSession('s', ['d'])]);
  const second = await there.connect('2');
  assert.deepEqual(await second.events(2), ['3 b', '4 d']);
  await one([ofSession('s', ['e'])]);
  assert.deepEqual(await second.events(3), ['3 b', '4 d', '5 e']);
  second.close();
});

test('writers of two replicas at once, and a client that connects again and again: nothing missed, nothing twice', async (t) => {
  const world = await openTraceWorld(t);
  const writers = [world.newWriter(), world.newWriter()];
  const replicas = [await openReplica(t, world), await openReplica(t, world)];
  const total = 40;
  const write = async (writer: number): Promise<void> => {
    for (let n = writer; n < total; n += 2) await writers[writer]?.([ofSession('s', [`r${n}`])]);
  };
  const writing = Promise.all([write(0), write(1)]);
  const seen: string[] = [];
  for (let n = 0; seen.length < total; n += 1) {
    const client = await replicas[n % 2]?.connect(seen.at(-1)?.split(' ')[0]);
    seen.push(...((await client?.events(Math.min(3, total - seen.length))) ?? []));
    client?.close();
  }
  await writing;
  assert.deepEqual(
    seen.map((event) => event.split(' ')[0]),
    Array.from({ length: total }, (_, n) => `${n + 1}`),
  );
  assert.equal(new Set(seen.map((event) => event.split(' ')[1])).size, total);
});

test('a stream outlives a store that does not answer for a while, and ends with the erasure', async (t) => {
  const world = await openTraceWorld(t);
  await world.write([ofSession('s', ['a'])]);
  let away = 0;
  const read: typeof readTrace = async (...args) => {
    if (away > 0) {
      away -= 1;
      throw new Error('away');
    }
    return readTrace(...args);
  };
  const replica = await openReplica(t, world, { read });
  const client = await replica.connect();
  await client.events(1);
  away = 3;
  await world.write([ofSession('s', ['b'])]);
  assert.deepEqual(await client.events(2), ['1 a', '2 b']);
  assert.equal(world.logged.filter((text) => text.includes('stream without responses')).length, 1);
  await eraseTrace(storeOf(world.store, 'acme'), { session: 's', tenant: 'acme' }, 1);
  assert.match(await client.ended(), /event: end\n/);
});

test('what this process writes comes at once; without news it looks every second, and a stream that ended follows nothing', async (t) => {
  const world = await openTraceWorld(t);
  const { arrived, follow } = createArrivals();
  const waits: (number | string)[] = [];
  const replica = await openReplica(t, world, {
    follow: (session) => {
      const { next, end } = follow(session);
      // Only news ends a wait.
      return {
        next: (most, signal) => {
          waits.push(most);
          return next(3_600_000, signal);
        },
        end: () => {
          waits.push('end');
          end();
        },
      };
    },
  });
  const client = await replica.connect();
  for (const entry of ['a', 'b']) {
    await world.write([ofSession('s', [entry])]);
    arrived('another');
    arrived('s');
    await client.events(entry === 'a' ? 1 : 2);
  }
  assert.equal(waits[0], 1000);
  client.close();
  await until('the end of the stream', () => waits.at(-1) === 'end');
});

test('a stream ends after eleven minutes, and is kept alive until then', async (t) => {
  const world = await openTraceWorld(t);
  const replica = await openReplica(t, world);
  const client = await replica.connect('not-a-number');
  await world.write([ofSession('s', ['a'])]);
  await client.events(1);
  world.time.now += 15_000;
  await world.write([ofSession('s', ['b'])]);
  await client.events(2);
  world.time.now += 660_000;
  assert.match(await client.ended(), /:\n\n$/);
});

test('beyond the limit there is no further stream; one that ended frees its place', async (t) => {
  const world = await openTraceWorld(t);
  const replica = await openReplica(t, world, { streams: 2 });
  const open = [await replica.connect(), await replica.connect()];
  assert.equal((await replica.connect()).status, 429);
  open[0]?.close();
  let status = 429;
  while (status === 429) status = (await replica.connect()).status;
  assert.equal(status, 200);
  for (const client of open) client.close();
});
