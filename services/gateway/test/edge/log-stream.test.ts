/** Streams of the log over HTTP: slots, signs of life, and the server's close. */
import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { type TestContext, test } from 'node:test';
import { openServer } from '@countersign/shared/http/server/server';
import { silentLog } from '@countersign/shared/kernel/log';
import { errorAnswer, send } from '../../src/edge/answer.ts';
import { createLogStreams, type LogStreamParts } from '../../src/edge/log-stream.ts';
import type { Joining } from '../../src/events/tails.ts';

async function openWorld(t: TestContext, { process = 10, tenant = 10 } = {}) {
  const joined: Joining[] = [];
  const world = { left: 0, fails: false, joined, tick: (): void => undefined };
  const tails: LogStreamParts['tails'] = {
    join: async (joining) => {
      if (world.fails) throw new Error('away');
      joined.push(joining);
      joining.write('id: 1\n:\n\n');
      return {
        leave: () => {
          world.left += 1;
        },
        sign: () => 'id: 2\n:\n\n',
      };
    },
  };
  const tick = (_: number, run: () => void) => {
    world.tick = run;
    return () => undefined;
  };
  const streams = createLogStreams({ tails, limits: { process, tenant }, tick });
  t.after(() => streams.stop());
  const server = await openServer({ host: '127.0.0.1', port: 0 }, async () => async (request, response, closing) => {
    const exchange = { id: 'request-id', trace: '00-0-0-00', request, response };
    const [, of = ''] = (request.url ?? '').split('/');
    const operationRequest = { tenant: of, params: {}, query: { after: '5' } };
    try {
      await streams.open({ exchange, operationRequest, closing });
    } catch (error) {
      send(exchange, await errorAnswer(error, exchange, { log: silentLog, brandOf: () => assert.fail('no page') }));
    }
  });
  t.after(() => server.close(0));
  const call = (path: string, headers = {}): Promise<IncomingMessage> =>
    new Promise((resolve) => {
      const request = get({ host: '127.0.0.1', port: server.port, path, headers, agent: false }, (answer) => {
        // The test ends streams.
        answer.on('error', () => undefined);
        resolve(answer);
      });
      request.on('error', () => undefined);
      t.after(() => request.destroy());
    });
  return { world, call, server };
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer) text += chunk;
  return text;
}

test('a stream begins with its headers and its place, which Last-Event-ID decides before the query', async (t) => {
  const { world, call } = await openWorld(t);
  const answer = await call('/acme', { 'last-event-id': '7.1' });
  assert.deepEqual(
    [answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']],
    [200, 'text/event-stream', 'no-store'],
  );
  await call('/acme');
  await call('/acme', { 'last-event-id': 'no position' });
  assert.deepEqual(
    world.joined.map(({ after }) => after),
    [{ number: 7, count: 1 }, { number: 5 }, undefined],
  );
  answer.destroy();
  while (world.left === 0) await new Promise((resolve) => setImmediate(resolve));
});

test('a tenant and a process have a number of places, which free themselves', async (t) => {
  const { world, call } = await openWorld(t, { process: 3, tenant: 2 });
  const first = await call('/acme');
  await call('/acme');
  const refused = await call('/acme');
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '60']);
  await call('/root');
  assert.equal((await call('/root')).statusCode, 429);
  first.destroy();
  while (world.left === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal((await call('/acme')).statusCode, 200);
  world.fails = true;
  for (let n = 0; n < 5; n += 1) {
    world.left = 0;
    // A stream that cannot start takes no slot.
    assert.notEqual((await call('/acme')).statusCode, 200);
  }
});

test('a stream has signs of life', async (t) => {
  const { world, call, server } = await openWorld(t);
  const text = textOf(await call('/acme'));
  for (let n = 0; n < 30; n += 1) world.tick();
  await server.close(10_000);
  assert.match(await text, /^id: 1\n:\n\nid: 2\n:\n\n$/);
});

test('the close of the server ends streams', async (t) => {
  const { call, server } = await openWorld(t);
  const texts = [textOf(await call('/acme')), textOf(await call('/root'))];
  await server.close(10_000);
  assert.deepEqual(await Promise.all(texts), ['id: 1\n:\n\n', 'id: 1\n:\n\n']);
});

test('a client that reads nothing does not fill the memory: its stream ends', async (t) => {
  const { world, call } = await openWorld(t);
  const answer = await call('/acme');
  answer.pause();
  const { write } = world.joined[0] ?? assert.fail();
  for (let n = 0; n < 400 && world.left === 0; n += 1) write('x'.repeat(100_000));
  answer.resume();
  await textOf(answer);
});
