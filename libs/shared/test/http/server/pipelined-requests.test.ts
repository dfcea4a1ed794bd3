import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { createPipelineQueue } from '../../../src/http/server/pipelined-requests.ts';
import type { Handler } from '../../../src/http/server/server.ts';
import { get, openLimited } from './limited-server.ts';

/** A handler that responds only on demand, and counts the requests in progress. */
function gated() {
  const begun: string[] = [];
  const finish: (() => void)[] = [];
  let most = 0;
  let working = 0;
  const handle: Handler = (request, response) => {
    begun.push(request.url ?? '');
    working += 1;
    most = Math.max(most, working);
    return new Promise((resolve) => {
      finish.push(() => {
        working -= 1;
        response.end(`<${request.url}>`);
        resolve();
      });
    });
  };
  const untilBegun = async (count: number): Promise<void> => {
    while (begun.length < count) await new Promise(setImmediate);
  };
  return { begun, finish, handle, untilBegun, most: () => most };
}

for (const idleConnections of [undefined, 'left to the caller'] as const) {
  const kind = idleConnections === undefined ? 'public' : 'internal';
  test(`${kind}: pipelined requests are begun one after the other and answered in their order`, async (t) => {
    const work = gated();
    const server = await openLimited(t, work.handle, idleConnections && { idleConnections });
    const client = server.open();
    client.socket.write(['/1', '/2', '/3', '/4'].map(get).join(''));
    for (const count of [1, 2, 3, 4]) {
      await work.untilBegun(count);
      await new Promise(setImmediate);
      assert.equal(work.begun.length, count);
      work.finish[count - 1]?.();
    }
    await client.until('</4>');
    assert.deepEqual(client.text().match(/<\/\d>/g), ['</1>', '</2>', '</3>', '</4>']);
    assert.equal(work.most(), 1);
    client.socket.write(get('/5'));
    await work.untilBegun(5);
    assert.deepEqual(server.drops, []);
  });
}

test('a body that is sent behind another request is read in its turn', async (t) => {
  const server = await openLimited(t, async (request, response) => {
    let length = 0;
    for await (const chunk of request) length += chunk.length;
    response.end(`<${request.url} ${length}>`);
  });
  const client = server.open();
  const body = 'x'.repeat(300_000);
  client.socket.write(
    `${get('/1')}POST /2 HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}${get('/3')}`,
  );
  await client.until('</3 0>');
  assert.deepEqual(client.text().match(/<\/.*?>/g), ['</1 0>', '</2 300000>', '</3 0>']);
});

test('a client that pipelines more than a few requests is disconnected; others are not', async (t) => {
  const work = gated();
  const server = await openLimited(t, work.handle);
  const greedy = server.open();
  const polite = server.open();
  polite.socket.write(get('/polite'));
  await work.untilBegun(1);
  greedy.socket.write(get('/greedy').repeat(1000));
  await greedy.closed;
  assert.equal(work.begun.filter((path) => path === '/greedy').length, 1);
  assert.deepEqual(server.drops, ['pipelined']);
  work.finish[0]?.();
  await polite.until('</polite>');
});

for (const [name, request, status] of [
  ['without Host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['with an expectation that is none', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: x\r\n\r\n', 417],
] as const) {
  test(`requests ${name} wait and count as any other, and are refused`, async (t) => {
    const work = gated();
    const server = await openLimited(t, work.handle);
    const greedy = server.open();
    greedy.socket.write(get('/') + request.repeat(1000));
    await greedy.closed;
    assert.deepEqual(server.drops, ['pipelined']);
    const one = server.open();
    one.socket.write(request);
    await one.closed;
    assert.match(one.text(), new RegExp(`^HTTP/1.1 ${status} `));
  });
}

test('a request of HTTP/1.0 needs no Host', async (t) => {
  const server = await openLimited(t, async (_, response) => void response.end('<done>'));
  const client = server.open();
  client.socket.write('GET / HTTP/1.0\r\n\r\n');
  await client.until('<done>');
});

test('other connections have their turn between the requests of one', async (t) => {
  const order: string[] = [];
  const server = await openLimited(t, async (request, response) => {
    order.push(request.url ?? '');
    response.end(`<${request.url}>`);
  });
  const [greedy, other] = [server.open(), server.open()];
  other.socket.write(get('/hello'));
  await other.until('</hello>');
  let turns = 0;
  const count = (): void => {
    turns += 1;
    if (!greedy.text().includes('</16>')) setImmediate(count);
  };
  setImmediate(count);
  greedy.socket.write(Array.from({ length: 16 }, (_, n) => get(`/${n + 1}`)).join(''));
  await greedy.until('</1>');
  other.socket.write(get('/other'));
  await other.until('</other>');
  await greedy.until('</16>');
  assert.ok(turns >= 15, `${turns} turns of the event loop`);
  assert.equal(order.length, 18);
});

const answer = (): ServerResponse => new EventEmitter() as unknown as ServerResponse;

/** Requests of one connection. */
function connection() {
  const socket = Object.assign(new EventEmitter(), { destroyed: false });
  return { socket, request: { socket } as unknown as IncomingMessage };
}

test('an answer is in progress until it closes, and is no longer listed then', () => {
  const queue = createPipelineQueue(() => assert.fail());
  const [one, other] = [answer(), answer()];
  for (const response of [one, other]) queue.enter(connection().request, response, () => undefined);
  assert.deepEqual([...queue], [one, other]);
  one.emit('close');
  assert.deepEqual([...queue], [other]);
  assert.deepEqual([...queue], [other], 'listed again');
});

test('a connection has one answer after the other, and one listener', () => {
  const queue = createPipelineQueue(() => assert.fail());
  const { socket, request } = connection();
  const [first, second] = [answer(), answer()];
  queue.enter(request, first, () => undefined);
  first.emit('close');
  queue.enter(request, second, () => undefined);
  assert.deepEqual([...queue], [second]);
  assert.equal(socket.listenerCount('close'), 1);
});

test('nothing is kept of a connection that has closed', () => {
  const queue = createPipelineQueue(() => assert.fail());
  const { socket, request } = connection();
  const last = answer();
  queue.enter(request, last, () => undefined);
  socket.emit('close');
  last.emit('close');
  assert.deepEqual([...queue], []);
});
