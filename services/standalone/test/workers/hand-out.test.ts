/** Which worker receives a connection, and what limits them all. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import type { DropReason } from '@countersign/shared/http/server/server';
import { createHandOut, type HandOut, type Taker } from '../../src/workers/hand-out.ts';

interface FakeSocket extends Socket {
  readonly ended: () => boolean;
}

function socketOf(remoteAddress = '192.0.2.1'): FakeSocket {
  let destroyed = false;
  return Object.assign(new EventEmitter(), {
    remoteAddress,
    destroy: () => {
      destroyed = true;
    },
    ended: () => destroyed,
  }) as unknown as FakeSocket;
}

interface Worker extends Taker {
  readonly got: { readonly id: number; readonly socket: Socket }[];
}

function newWorker(): Worker {
  const got: Worker['got'] = [];
  return { got, give: (id, socket) => void got.push({ id, socket }) };
}

function newHandOut(most = 100): { readonly out: HandOut; readonly drops: DropReason[] } {
  const drops: DropReason[] = [];
  const isProxy = (remote: string): boolean => remote === '198.51.100.1';
  return { out: createHandOut({ most, isProxy, dropped: (reason) => void drops.push(reason) }), drops };
}

describe('the connections of the workers', () => {
  it('go to the worker that has the fewest', () => {
    const { out } = newHandOut();
    const [one, two] = [newWorker(), newWorker()];
    out.add(one);
    out.add(two);
    for (let n = 0; n < 4; n += 1) out.accept(socketOf());
    assert.deepEqual([one.got.length, two.got.length], [2, 2]);
    for (const { id } of two.got) out.closed(two, id);
    for (let n = 0; n < 2; n += 1) out.accept(socketOf());
    assert.deepEqual([one.got.length, two.got.length], [2, 4]);
  });

  it('wait while no worker is ready, and a draining worker gets none', () => {
    const { out } = newHandOut();
    const [one, two] = [newWorker(), newWorker()];
    out.accept(socketOf());
    out.add(one);
    assert.equal(one.got.length, 1);
    out.drain(one);
    out.accept(socketOf());
    assert.deepEqual([one.got.length, two.got.length], [1, 0]);
    out.add(two);
    assert.equal(two.got.length, 1);
  });

  it('the copy of this process is closed once the worker has its own', () => {
    const { out } = newHandOut();
    const one = newWorker();
    out.add(one);
    const socket = socketOf();
    out.accept(socket);
    assert.equal(socket.ended(), false);
    out.taken(one.got[0]?.id ?? 0);
    assert.equal(socket.ended(), true);
  });

  it('that a worker had not taken at its end go to another one; those that it had end with it', () => {
    const { out } = newHandOut(3);
    const [one, two] = [newWorker(), newWorker()];
    out.add(one);
    const [taken, untaken] = [socketOf('192.0.2.1'), socketOf('192.0.2.2')];
    out.accept(taken);
    out.accept(untaken);
    out.taken(one.got[0]?.id ?? 0);
    out.add(two);
    out.remove(one);
    assert.deepEqual(
      two.got.map(({ socket }) => socket),
      [untaken],
    );
    assert.equal(untaken.ended(), false);
    // The ended connection's place is free again: there is room for three.
    out.accept(socketOf('192.0.2.3'));
    out.accept(socketOf('192.0.2.4'));
    assert.equal(two.got.length, 3);
  });

  it('are limited over all workers: of one address, and of all', () => {
    const { out, drops } = newHandOut(48);
    for (const worker of [newWorker(), newWorker()]) out.add(worker);
    const of = (address: string, many: number): number =>
      Array.from({ length: many }, () => socketOf(address)).filter((socket) => {
        out.accept(socket);
        return !socket.ended();
      }).length;
    assert.equal(of('192.0.2.1', 48), 8, 'about a sixth, also with two workers');
    assert.equal(drops.length, 40);
    assert.deepEqual([...new Set(drops)], ['address']);
    assert.equal(of('198.51.100.1', 48), 40, 'a proxy has no limit of its own, but that of all');
  });

  it('an address that gives a connection back may have another', () => {
    const { out } = newHandOut(16);
    const one = newWorker();
    out.add(one);
    const first = [socketOf(), socketOf(), socketOf(), socketOf()];
    for (const socket of first) out.accept(socket);
    const had = one.got.length;
    assert.ok(had < 4);
    out.closed(one, one.got[0]?.id ?? 0);
    out.accept(socketOf());
    assert.equal(one.got.length, had + 1);
  });

  it('a close ends those that wait, and what comes then', () => {
    const { out } = newHandOut();
    const [waiting, late] = [socketOf(), socketOf()];
    out.accept(waiting);
    out.close();
    out.accept(late);
    assert.deepEqual([waiting.ended(), late.ended()], [true, true]);
  });

  it('a client that resets its connection before a worker has it does not end the process', () => {
    const { out } = newHandOut();
    const socket = socketOf();
    out.accept(socket);
    assert.doesNotThrow(() => socket.emit('error', new Error('ECONNRESET')));
  });
});
