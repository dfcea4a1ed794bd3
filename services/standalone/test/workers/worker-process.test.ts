/** One worker over its runs. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createLog } from '@countersign/shared/kernel/log';
import type { FromWorker } from '../../src/workers/messages.ts';
import { type SupervisedWorker, superviseWorker, type WorkerRun } from '../../src/workers/worker-process.ts';
import { type FakeChild, fakeChild } from './fake-child.ts';

interface World {
  readonly worker: SupervisedWorker;
  readonly children: FakeChild[];
  readonly messages: FromWorker[];
  readonly ended: WorkerRun[];
  readonly lines: string[];
  ahead(milliseconds: number): void;
}

function supervised(t: TestContext): World {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const [children, messages, ended, lines]: [FakeChild[], FromWorker[], WorkerRun[], string[]] = [[], [], [], []];
  const worker = superviseWorker({
    number: 2,
    fork: () => {
      const child = fakeChild();
      children.push(child);
      return child;
    },
    start: { primary: 7, firstStart: true, workers: 3 },
    events: { message: (_, message) => void messages.push(message), ended: (run) => void ended.push(run) },
    log: createLog(
      'info',
      () => 0,
      (line) => void lines.push(line),
    ),
  });
  const ahead = (milliseconds: number): void => {
    t.mock.timers.tick(milliseconds);
  };
  return { worker, children, messages, ended, lines, ahead };
}

/** Lets promises that are settled continue. */
async function settle(): Promise<void> {
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
}

describe('a worker', () => {
  it('learns at its start who it is, and what it says is passed on', (t) => {
    const { worker, children, messages } = supervised(t);
    assert.deepEqual(children[0]?.got, [
      { kind: 'start', start: { place: '2.1', primary: 7, firstStart: true, workers: 3, first: false } },
    ]);
    children[0]?.say({ kind: 'draining' });
    assert.deepEqual(messages, [{ kind: 'draining' }]);
    assert.equal(worker.run?.pid, children[0]?.pid);
  });

  it('that ends is reported, logged, and started again under another place after a pause', async (t) => {
    const { worker, children, ended, lines, ahead } = supervised(t);
    children[0]?.end(null, 'SIGKILL');
    await settle();
    assert.deepEqual(
      ended.map(({ place }) => place),
      ['2.1'],
    );
    assert.equal(worker.run, undefined);
    assert.match(lines[0] ?? '', /"level":"error".*started again.*worker 2: signal SIGKILL.*"milliseconds":100/);
    ahead(99);
    assert.equal(children.length, 1);
    ahead(1);
    assert.equal((worker.run as WorkerRun | undefined)?.place, '2.2');
    assert.match(JSON.stringify(children[1]?.got), /"place":"2.2"/);
  });

  it('whose starts fail waits longer each time; once it was ready, it starts again soon', async (t) => {
    const { children, ahead } = supervised(t);
    const endsWithPause = async (pause: number): Promise<void> => {
      children.at(-1)?.end(1);
      await settle();
      const before = children.length;
      ahead(pause - 1);
      assert.equal(children.length, before);
      ahead(1);
      assert.equal(children.length, before + 1);
    };
    for (const pause of [100, 200, 400]) await endsWithPause(pause);
    for (let time = 0; time < 3; time += 1) {
      children.at(-1)?.say({ kind: 'ready' });
      await endsWithPause(100);
    }
    for (const pause of [100, 200]) await endsWithPause(pause);
  });

  it('counts as ended only when all that it sent has been read', async (t) => {
    const { children, ended } = supervised(t);
    const [child] = children;
    child?.emit('exit', 1, null);
    child?.emit('disconnect');
    await settle();
    assert.equal(ended.length, 0);
    child?.emit('close', 1, null);
    await settle();
    assert.equal(ended.length, 1);
  });

  it('a stop lets it finish, and it is not started again', async (t) => {
    const { worker, children, ahead } = supervised(t);
    const stopping = worker.stop();
    assert.deepEqual(children[0]?.got.at(-1), { kind: 'stop' });
    children[0]?.end(0);
    await stopping;
    ahead(60_000);
    assert.equal(children.length, 1);
  });

  it('a stop while it waits for its restart begins none', async (t) => {
    const { worker, children, ahead } = supervised(t);
    children[0]?.end(1);
    await settle();
    await worker.stop();
    ahead(60_000);
    assert.equal(children.length, 1);
  });

  it('one that does not stop can be killed; a message to one that has ended is lost', async (t) => {
    const { worker, children } = supervised(t);
    const run = worker.run;
    const stopping = worker.stop();
    worker.kill();
    await stopping;
    const got = children[0]?.got.length;
    run?.send({ kind: 'sweep' });
    assert.equal(children[0]?.got.length, got);
  });
});
