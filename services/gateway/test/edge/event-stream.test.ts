/** Streams on a real server, with a fake operation and a clock that the test moves. */
import assert from 'node:assert/strict';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { OperationReply } from '@countersign/shared/http/message';
import { openServer } from '@countersign/shared/http/server/server';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { createLog } from '@countersign/shared/kernel/log';
import { errorAnswer, send } from '../../src/edge/answer.ts';
import { createEventStream } from '../../src/edge/event-stream.ts';
import type { StreamLimits } from '../../src/edge/stream-places.ts';
import { routes } from '../../src/routes/routes.ts';

const waiting = { state: 'waiting' } as const;
const REFERENCE = 'SecretReference';

interface World {
  /** Sets the response of later polls. */
  answer(reply: () => Promise<OperationReply>): void;
  /** Number of polls. */
  polls(): number;
  /** Lets the milliseconds pass in every stream, and waits until each has polled or ended. */
  pass(milliseconds: number): Promise<void>;
  /** What the streams follow, and how long they wait: tenant, session, milliseconds. */
  readonly waits: string[];
  /** How many of them have ended. */
  left(): number;
  readonly lines: string[];
  connect(headers?: Readonly<Record<string, string>>): Promise<Client>;
  /** Resolves when the server has ended this many streams. */
  ended(count: number): Promise<void>;
  close(): Promise<void>;
}

interface Client {
  readonly request: ClientRequest;
  readonly response: IncomingMessage;
  /** Resolves with the text received so far, once it has this part. */
  has(text: string): Promise<string>;
  /** Resolves with the whole text when the response has ended. */
  end(): Promise<string>;
}

async function open(t: TestContext, limits: StreamLimits = { process: 10, address: 10 }): Promise<World> {
  const route = routes.find(({ stream }) => stream === 'state');
  assert.ok(route);
  let now = 0;
  let polls = 0;
  let finished = 0;
  let reply = async (): Promise<OperationReply> => ({ body: waiting });
  const sleepers = new Set<() => void>();
  const waits: string[] = [];
  let left = 0;
  const lines: string[] = [];
  const log = createLog(
    'debug',
    () => now,
    (line) => lines.push(line),
  );
  const stream = createEventStream({
    call: async () => {
      polls += 1;
      return reply();
    },
    clock: () => now,
    log,
    limits,
    follow: (tenant, session) => ({
      next: (milliseconds, signal) =>
        new Promise((resolve) => {
          const wake = (): void => {
            sleepers.delete(wake);
            signal?.removeEventListener('abort', wake);
            resolve();
          };
          waits.push(`${tenant} ${session} ${milliseconds}`);
          sleepers.add(wake);
          signal?.addEventListener('abort', wake);
        }),
      end: () => {
        left += 1;
      },
    }),
  });
  const server = await openServer({ host: '127.0.0.1', port: 0 }, async () => async (request, response, closing) => {
    const match = { route, owner: 'a', pattern: '/authorize/follow/{reference}', params: {} } as const;
    const exchange = { id: 'request-id', trace: '00-0-0-00', request, response, match };
    const { url = '' } = request;
    const operationRequest = {
      id: '',
      tenant: 'acme',
      method: 'GET',
      url,
      params: {},
      query: {},
      headers: {},
    } as const;
    const address = request.headers['x-address']?.toString() ?? '192.0.2.1';
    try {
      await stream({
        exchange,
        route,
        operationRequest: { ...operationRequest, body: undefined, encoding: 'none' },
        address,
        closing,
      });
    } catch (error) {
      send(exchange, await errorAnswer(error, exchange, { log, brandOf: async () => ({ name: 'Issuer' }) }));
    }
    finished += 1;
  });
  t.after(() => server.close(100));
  return {
    answer: (next) => {
      reply = next;
    },
    polls: () => polls,
    pass: async (milliseconds) => {
      now += milliseconds;
      const due = [...sleepers];
      for (const wake of due) wake();
      await settled();
    },
    waits,
    left: () => left,
    lines,
    connect: (headers = {}) => connect(server.port, headers),
    ended: async (count) => {
      while (finished < count) await settled();
    },
    close: () => server.close(60_000),
  };
}

/** One turn of the event loop, so that pending callbacks have run. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });
}

function connect(port: number, headers: Readonly<Record<string, string>>): Promise<Client> {
  return new Promise((resolve, reject) => {
    const path = `/authorize/follow/${REFERENCE}`;
    const request = get({ host: '127.0.0.1', port, path, headers: { accept: 'text/event-stream', ...headers } });
    request.once('error', reject);
    request.once('response', (response) => {
      let all = '';
      let over = false;
      response.setEncoding('utf8').on('data', (chunk: string) => {
        all += chunk;
      });
      response.once('close', () => {
        over = true;
      });
      response.on('error', () => undefined);
      const until = async (done: () => boolean): Promise<string> => {
        while (!done()) await settled();
        return all;
      };
      resolve({ request, response, has: (text) => until(() => all.includes(text)), end: () => until(() => over) });
    });
  });
}

const event = (body: unknown): string => `event: state\ndata: ${JSON.stringify(body)}\n\n`;

test('an event is sent at once, then only when the answer differs, and the stream ends with a final state', async (t) => {
  const world = await open(t);
  const client = await world.connect();
  assert.equal(client.response.statusCode, 200);
  assert.equal(client.response.headers['content-type'], 'text/event-stream');
  assert.equal(client.response.headers['cache-control'], 'no-store');
  assert.equal(client.response.headers['x-accel-buffering'], 'no');
  assert.equal(client.response.headers['x-request-id'], 'request-id');
  assert.equal(await client.has('\n\n'), event(waiting));
  await world.pass(500);
  await world.pass(500);
  assert.equal(world.polls(), 3);
  const end = { state: 'continue', redirect: 'https://wallet.example/cb?code=x' };
  world.answer(async () => ({ body: end }));
  await world.pass(500);
  assert.equal(await client.end(), event(waiting) + event(end));
  await world.ended(1);
  await world.pass(60_000);
  assert.equal(world.polls(), 4);
});

test('each state other than waiting ends a stream', async (t) => {
  const world = await open(t);
  for (const [index, state] of ['continue', 'expired', 'refused'].entries()) {
    world.answer(async () => ({ body: { state } }));
    assert.equal(await (await world.connect()).end(), event({ state }));
    await world.ended(index + 1);
  }
});

test('it follows the events of the session that the first call has found, and looks every two seconds without one', async (t) => {
  const world = await open(t);
  world.answer(async () => ({ body: waiting, annotation: { session: 'session-id' } }));
  const client = await world.connect();
  await client.has('\n\n');
  await world.pass(1);
  assert.deepEqual(world.waits, ['acme session-id 2000', 'acme session-id 2000']);
  assert.equal(world.left(), 0);
  client.request.destroy();
  await world.ended(1);
  assert.equal(world.left(), 1);
});

test('a comment is sent as a heartbeat after 15 seconds without a change', async (t) => {
  const world = await open(t);
  const client = await world.connect();
  await client.has('\n\n');
  await world.pass(14_999);
  await world.pass(1);
  assert.equal(await client.has('\n\n:'), `${event(waiting)}:\n\n`);
  await world.pass(14_999);
  world.answer(async () => ({ body: { state: 'expired' } }));
  await world.pass(1);
  assert.equal(await client.end(), `${event(waiting)}:\n\n${event({ state: 'expired' })}`);
});

test('polling stops for a client that has disconnected', async (t) => {
  const world = await open(t);
  const client = await world.connect();
  const other = await world.connect();
  await Promise.all([client.has('\n\n'), other.has('\n\n')]);
  client.request.destroy();
  await world.ended(1);
  const before = world.polls();
  await world.pass(500);
  await world.pass(500);
  // Only the other stream polls.
  assert.equal(world.polls(), before + 2);
});

test('when the server closes, streams end at once, and the close does not wait for them', async (t) => {
  const world = await open(t);
  const clients = [await world.connect(), await world.connect()];
  for (const client of clients) await client.has('\n\n');
  await world.close();
  for (const client of clients) assert.equal(await client.end(), event(waiting));
  await world.ended(2);
  assert.equal(world.polls(), 2);
});

test('a poll that runs at the close does not delay it, and its answer is not written', async (t) => {
  const world = await open(t);
  const client = await world.connect();
  await client.has('\n\n');
  let release: (reply: OperationReply) => void = () => undefined;
  world.answer(() => new Promise((resolve) => (release = resolve)));
  await world.pass(500);
  await world.close();
  assert.equal(await client.end(), event(waiting));
  release({ body: { state: 'continue' } });
  await world.ended(1);
});

test('a stream ends after its longest time', async (t) => {
  const world = await open(t);
  const client = await world.connect();
  await client.has('\n\n');
  await world.pass(659_999);
  assert.equal(world.polls(), 2);
  await world.pass(1);
  assert.ok(!(await client.end()).includes('expired'));
  await world.ended(1);
});

test('streams are limited per address and process; an ended stream frees its place', async (t) => {
  const world = await open(t, { process: 3, address: 2 });
  const from = (address: string): Promise<Client> => world.connect({ 'x-address': address });
  const first = await from('192.0.2.1');
  await from('192.0.2.1');
  const refused = await from('192.0.2.1');
  assert.equal(refused.response.statusCode, 429);
  assert.equal(refused.response.headers['retry-after'], '60');
  // One host may have a whole /64.
  await from('2001:db8:0:1::1');
  assert.equal((await from('198.51.100.1')).response.statusCode, 429, 'the process is full');
  first.request.destroy();
  await world.ended(3);
  assert.equal((await from('2001:db8:0:1::2')).response.statusCode, 200);
  assert.equal((await from('2001:db8:0:1::3')).response.statusCode, 429);
});

test('two addresses of one /64 share their places', async (t) => {
  const world = await open(t, { process: 10, address: 1 });
  assert.equal((await world.connect({ 'x-address': '2001:db8:0:1::1' })).response.statusCode, 200);
  assert.equal((await world.connect({ 'x-address': '2001:db8:0:1:ffff::2' })).response.statusCode, 429);
  assert.equal((await world.connect({ 'x-address': '2001:db8:0:2::1' })).response.statusCode, 200);
});

test('a refusal of the first call is an ordinary answer, and takes no place', async (t) => {
  const world = await open(t, { process: 1, address: 1 });
  world.answer(() =>
    Promise.reject(new ProtocolError('not_found', 'There is nothing at this address', { reason: 'path_unknown' })),
  );
  for (let count = 1; count <= 3; count += 1) {
    const { response } = await world.connect();
    assert.equal(response.statusCode, 404);
    assert.equal(response.headers['content-type'], 'application/problem+json');
    await world.ended(count);
  }
});

test('a short outage is waited for and logged once; a refusal ends the stream', async (t) => {
  const world = await open(t);
  const client = await world.connect();
  await client.has('\n\n');
  world.answer(() =>
    Promise.reject(
      new ProtocolError('temporarily_unavailable', 'The issuer does not answer', { reason: 'dependency_away' }),
    ),
  );
  await world.pass(500);
  await world.pass(15_000);
  assert.equal(await client.has('\n\n:'), `${event(waiting)}:\n\n`);
  world.answer(async () => ({ body: { state: 'waiting', more: 1 } }));
  await world.pass(500);
  await client.has('more');
  world.answer(() =>
    Promise.reject(new ProtocolError('not_found', 'There is nothing at this address', { reason: 'path_unknown' })),
  );
  await world.pass(500);
  assert.equal(await client.end(), `${event(waiting)}:\n\n${event({ state: 'waiting', more: 1 })}`);
  assert.equal(world.lines.filter((line) => line.includes('stream without responses')).length, 1);
  assert.ok(!world.lines.join('').includes(REFERENCE));
});
