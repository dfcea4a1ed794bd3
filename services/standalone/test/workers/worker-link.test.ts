/** What a worker sends to the primary, and how it handles the primary's messages. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import type { FromWorker, ToWorker, WorkerStart } from '../../src/workers/messages.ts';
import { openWorkerLink, type WorkerLink } from '../../src/workers/worker-link.ts';

interface World {
  readonly link: WorkerLink;
  readonly sent: FromWorker[];
  readonly calls: string[];
  come(message: ToWorker, socket?: Socket): void;
}

function newWorld(): World {
  const sent: FromWorker[] = [];
  const calls: string[] = [];
  let come: World['come'] = () => assert.fail('nothing listens');
  const link = openWorkerLink(
    {
      send: (message) => void sent.push(message),
      listen: (take) => {
        come = take;
      },
    },
    { start: ({ place }: WorkerStart) => void calls.push(`start ${place}`), stop: () => void calls.push('stop') },
  );
  return { link, sent, calls, come: (message, socket) => come(message, socket) };
}

function newSocket(): Socket & { ended?: boolean } {
  const socket = new EventEmitter() as Socket & { ended?: boolean };
  socket.destroy = () => {
    socket.ended = true;
    socket.emit('close');
    return socket;
  };
  return socket;
}

describe('the link of a worker', () => {
  it('a connection is taken, served, and reported when it ends', () => {
    const { link, sent, come } = newWorld();
    const served: Socket[] = [];
    link.serve((socket) => void served.push(socket));
    const socket = newSocket();
    come({ kind: 'connection', id: 7 }, socket);
    assert.deepEqual(served, [socket]);
    assert.deepEqual(sent, [{ kind: 'taken', id: 7 }]);
    socket.emit('close');
    assert.deepEqual(sent.at(-1), { kind: 'closed', id: 7 });
  });

  it('a connection whose client had left, or that comes before the server is there, is given back', () => {
    const { sent, come } = newWorld();
    come({ kind: 'connection', id: 1 });
    const early = newSocket();
    come({ kind: 'connection', id: 2 }, early);
    assert.equal(early.ended, true);
    assert.deepEqual(
      sent.map((message) => `${message.kind} ${'id' in message ? message.id : ''}`),
      ['taken 1', 'closed 1', 'taken 2', 'closed 2'],
    );
  });

  it('events go to the others, and those of the others come in', () => {
    const { link, sent, come } = newWorld();
    const got: unknown[] = [];
    link.neighbours.receive((topic, events) => void got.push([topic, events]));
    link.neighbours.send('event-log', []);
    assert.deepEqual(sent, [{ kind: 'events', topic: 'event-log', events: [] }]);
    come({ kind: 'events', topic: 'status-changes', events: [] });
    assert.deepEqual(got, [['status-changes', []]]);
  });

  it('it knows how many workers are ready and which have ended', () => {
    const { link, come } = newWorld();
    assert.deepEqual([link.ready(), link.ended('1.1')], [0, false]);
    come({ kind: 'workers', state: { ready: 2, ended: ['1.1'] } });
    assert.deepEqual([link.ready(), link.ended('1.1'), link.ended('1.2')], [2, true, false]);
  });

  it('start, stop and sweep are passed on; cache answers reach their call', async () => {
    const { link, sent, calls, come } = newWorld();
    come({ kind: 'start', start: { place: '1.1', primary: 1, firstStart: true, workers: 2, first: true } });
    link.on({ sweep: () => void calls.push('sweep'), samples: async () => [] });
    come({ kind: 'sweep' });
    come({ kind: 'stop' });
    assert.deepEqual(calls, ['start 1.1', 'sweep', 'stop']);
    const counted = link.cache.increment('key', 1000);
    await new Promise((resolve) => setImmediate(resolve));
    const ask = sent.at(-1);
    assert.ok(ask?.kind === 'cache');
    come({ kind: 'cache', answers: [[ask.asks[0]?.[0] ?? 0, 3]] });
    assert.equal(await counted, 3);
  });

  it('a scrape is answered, also where the samples fail or there are none', async () => {
    const { link, sent, come } = newWorld();
    const one = { name: 'n', help: 'h', type: 'counter', values: [] };
    come({ kind: 'scrape', id: 1 });
    link.on({ sweep: () => undefined, samples: async () => [one] });
    come({ kind: 'scrape', id: 2 });
    link.on({ sweep: () => undefined, samples: () => Promise.reject(new Error('no')) });
    come({ kind: 'scrape', id: 3 });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(
      sent.sort((a, b) => ('id' in a && 'id' in b ? a.id - b.id : 0)),
      [
        { kind: 'scraped', id: 1, samples: [] },
        { kind: 'scraped', id: 2, samples: [one] },
        { kind: 'scraped', id: 3, samples: [] },
      ],
    );
  });
});
