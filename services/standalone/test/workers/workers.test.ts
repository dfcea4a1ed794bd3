/** How the primary handles its workers' messages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createInProcessCache } from '@countersign/shared/cache/in-process';
import { silentLog } from '@countersign/shared/kernel/log';
import { answerCacheAsks } from '../../src/workers/common-cache.ts';
import type { HandOut, Taker } from '../../src/workers/hand-out.ts';
import type { ToWorker } from '../../src/workers/messages.ts';
import { createWorkerScrapes } from '../../src/workers/worker-scrapes.ts';
import { startWorkers, type Workers } from '../../src/workers/workers.ts';
import { type FakeChild, fakeChild } from './fake-child.ts';

interface World {
  readonly workers: Workers;
  readonly children: FakeChild[];
  /** What happened to the connections. */
  readonly done: string[];
}

/** @param onStop what a stopped worker does. Default: it ends */
function newWorld(count = 2, onStop: (child: FakeChild) => void = (child) => child.end(0)): World {
  const children: FakeChild[] = [];
  const done: string[] = [];
  const takers: Taker[] = [];
  const name = (taker: Taker): string => {
    if (!takers.includes(taker)) takers.push(taker);
    return String(takers.indexOf(taker) + 1);
  };
  const handOut: HandOut = {
    accept: () => undefined,
    add: (taker) => void done.push(`add ${name(taker)}`),
    drain: (taker) => void done.push(`drain ${name(taker)}`),
    remove: (taker) => void done.push(`remove ${name(taker)}`),
    taken: (id) => void done.push(`taken ${id}`),
    closed: (taker, id) => void done.push(`closed ${name(taker)} ${id}`),
    close: () => undefined,
  };
  const cache = createInProcessCache({ clock: () => 0 });
  const workers = startWorkers({
    count,
    handOut,
    scrapes: createWorkerScrapes(5),
    log: silentLog,
    fork: () => {
      const child = fakeChild((self, { kind }) => {
        if (kind === 'stop') onStop(self);
      });
      children.push(child);
      return child;
    },
    start: { primary: 1, firstStart: false, workers: count },
    answer: (asks) => answerCacheAsks(cache, asks),
  });
  return { workers, children, done };
}

async function settle(): Promise<void> {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
}

function lastOf<K extends ToWorker['kind']>(child: FakeChild | undefined, kind: K): ToWorker & { readonly kind: K } {
  const found = child?.got.findLast((message) => message.kind === kind);
  assert.ok(found, `a message ${kind}`);
  return found as ToWorker & { readonly kind: K };
}

describe('the workers of a primary', () => {
  it('one begins first; when it is ready the others follow, and each learns how many are', async (t) => {
    const { workers, children, done } = newWorld(3);
    t.after(() => workers.stop());
    assert.equal(children.length, 1);
    children[0]?.say({ kind: 'ready' });
    await workers.first;
    children[0]?.say({ kind: 'findings', text: '1 error' });
    assert.equal(await workers.findings, '1 error');
    assert.equal(children.length, 3);
    children[1]?.say({ kind: 'ready' });
    assert.deepEqual(lastOf(children[0], 'workers').state, { ready: 2, ended: [] });
    assert.deepEqual(done, ['add 1', 'add 2']);
    assert.deepEqual(
      workers.pids(),
      children.map(({ pid }) => pid),
    );
  });

  it('a first worker that can not start ends the start with its reason', async (t) => {
    const { workers, children } = newWorld();
    t.after(() => workers.stop());
    children[0]?.say({ kind: 'failed', text: 'The settings are not valid' });
    await assert.rejects(workers.first, /The settings are not valid/);
  });

  it('marks of all workers are made in one place', async (t) => {
    const { workers, children } = newWorld();
    t.after(() => workers.stop());
    children[0]?.say({ kind: 'ready' });
    for (const child of children) child.say({ kind: 'cache', asks: [[1, 'addOnce', 'code', 1000]] });
    await settle();
    const firsts = children.map((child) => lastOf(child, 'cache').answers[0]?.[1]);
    assert.deepEqual(firsts, [
      { first: true, completeSince: 0 },
      { first: false, completeSince: 0 },
    ]);
  });

  it('events of one worker reach all others', (t) => {
    const { workers, children } = newWorld(3);
    t.after(() => workers.stop());
    children[0]?.say({ kind: 'ready' });
    children[1]?.say({ kind: 'events', topic: 'event-log', events: [] });
    const got = children.map((child) => child.got.filter(({ kind }) => kind === 'events').length);
    assert.deepEqual(got, [1, 0, 1]);
  });

  it('one that ends loses its connections; the others learn its place, and one of them sweeps', async (t) => {
    const { workers, children, done } = newWorld();
    t.after(() => workers.stop());
    for (const child of [children[0], undefined]) (child ?? children[1])?.say({ kind: 'ready' });
    children[0]?.end(null, 'SIGKILL');
    await settle();
    assert.deepEqual(done.at(-1), 'remove 1');
    assert.equal(await workers.findings, undefined, 'it ended before it had counted them');
    assert.deepEqual(lastOf(children[1], 'workers').state, { ready: 1, ended: ['1.1'] });
    assert.ok(lastOf(children[1], 'sweep'));
  });

  it('one that drains gets no connections; taken and closed ones are noted', (t) => {
    const { workers, children, done } = newWorld();
    t.after(() => workers.stop());
    children[0]?.say({ kind: 'taken', id: 1 });
    children[0]?.say({ kind: 'ready' });
    children[0]?.say({ kind: 'taken', id: 2 });
    children[0]?.say({ kind: 'closed', id: 2 });
    children[0]?.say({ kind: 'draining' });
    assert.deepEqual(done, ['taken 1', 'add 1', 'taken 2', 'closed 1 2', 'drain 1']);
    assert.equal(lastOf(children[1], 'workers').state.ready, 0);
  });

  it('one that is silent gets no connections and is not ready, until it answers again; then it is ended and replaced', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
    const { workers, children, done } = newWorld();
    t.after(() => workers.stop());
    for (const child of [0, 1]) children[child]?.say({ kind: 'ready' });
    const seconds = (n: number): void => {
      for (let passed = 0; passed < n; passed += 1) {
        t.mock.timers.tick(1000);
        children[1]?.say({ kind: 'alive' });
      }
    };
    seconds(10);
    assert.deepEqual(done, ['add 1', 'add 2', 'drain 1']);
    assert.equal(lastOf(children[1], 'workers').state.ready, 1);
    children[0]?.say({ kind: 'alive' });
    assert.equal(lastOf(children[1], 'workers').state.ready, 2);
    assert.deepEqual(done.slice(3), ['add 1']);
    seconds(30);
    await settle();
    assert.equal(children[0]?.connected, false);
    assert.deepEqual(done.slice(4), ['drain 1', 'remove 1']);
    seconds(1);
    assert.equal(children.length, 3, 'another is started');
  });

  it('one that drains does not come back by a sign of life', (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { workers, children, done } = newWorld();
    t.after(() => workers.stop());
    children[0]?.say({ kind: 'ready' });
    children[0]?.say({ kind: 'draining' });
    for (let passed = 0; passed < 10; passed += 1) t.mock.timers.tick(1000);
    children[0]?.say({ kind: 'alive' });
    assert.equal(done.includes('add 1') && done.lastIndexOf('add 1') === 0, true);
    assert.equal(lastOf(children[1], 'workers').state.ready, 0);
  });

  it('a stop waits for those that were ready, and kills one that still starts', async () => {
    const ends: string[] = [];
    const { workers, children } = newWorld(2, () => undefined);
    children[0]?.say({ kind: 'ready' });
    for (const [n, child] of children.entries()) {
      child.once('close', (_, signal) => void ends.push(`${n + 1} ${signal}`));
    }
    const stopping = workers.stop();
    await settle();
    assert.deepEqual(ends, ['2 SIGKILL']);
    children[0]?.end(0);
    await stopping;
    assert.deepEqual(ends, ['2 SIGKILL', '1 null']);
  });

  it('a stop ends all, and starts none again', async () => {
    const { workers, children } = newWorld();
    children[0]?.say({ kind: 'ready' });
    await workers.stop();
    assert.ok(children.every((child) => !child.connected));
    assert.deepEqual(workers.pids(), []);
    assert.equal(children.length, 2);
  });
});
