import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Commits } from '../../../src/bus/kafka/commits.ts';
import { PartitionLane } from '../../../src/bus/kafka/lane.ts';
import { silentLog } from '../../../src/kernel/log.ts';
import { until } from '../../patience.ts';
import { eventOf, newGate } from '../contract.ts';

/** A lane that has handled the given number of events. */
async function laneAt(count: number): Promise<PartitionLane> {
  const topic = 'issuance-results';
  const lane = new PartitionLane({
    topic,
    partition: 0,
    subscription: { topic, group: 'issuer', handler: async () => undefined },
    policy: { clock: () => 0, log: silentLog, deadLetter: async () => undefined, pauses: [] },
    begin: Promise.resolve(),
    onDone: () => undefined,
    onUnknownType: () => undefined,
  });
  const messages = Array.from({ length: count }, (_, i) => ({
    offset: `${i}`,
    value: Buffer.from(JSON.stringify(eventOf(`s${i}`))),
  }));
  lane.add(messages, `${count}`);
  await until('the events', () => count === 0 || lane.position === BigInt(count));
  return lane;
}

describe('Commits', () => {
  it('commits the lanes that moved, by topic, and none twice', async () => {
    const lanes = new Map([
      ['p.a/0', await laneAt(3)],
      ['p.b/2', await laneAt(1)],
      ['p.a/11', await laneAt(2)],
      ['p.b/0', await laneAt(0)],
    ]);
    const sent: unknown[] = [];
    const commits = new Commits(lanes, silentLog, 'group');
    await commits.flush();
    commits.use(async (offsets) => void sent.push(offsets));
    await commits.flush();
    await commits.flush();
    const a = [
      { partition: 0, offset: '3' },
      { partition: 11, offset: '2' },
    ];
    assert.deepEqual(sent, [
      {
        topics: [
          { topic: 'p.a', partitions: a },
          { topic: 'p.b', partitions: [{ partition: 2, offset: '1' }] },
        ],
      },
    ]);
  });

  it('has one commit in flight', async () => {
    const lanes = new Map([['p.a/0', await laneAt(1)]]);
    const gate = newGate();
    const commits = new Commits(lanes, silentLog, 'group');
    let running = 0;
    let most = 0;
    commits.use(async () => {
      running += 1;
      most = Math.max(most, running);
      await gate.opened;
      running -= 1;
    });
    const both = Promise.all([commits.flush(), commits.flush()]);
    gate.open();
    await both;
    assert.equal(most, 1);
  });

  it('commits the lanes that moved within some milliseconds in one request', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const commits = new Commits(new Map([['p.a/0', await laneAt(0)]]), silentLog, 'group');
    let commitCount = 0;
    commits.flush = async () => {
      commitCount += 1;
    };
    for (let n = 0; n < 10; n += 1) commits.schedule();
    assert.equal(commitCount, 0);
    t.mock.timers.tick(50);
    assert.equal(commitCount, 1);
    t.mock.timers.tick(5000);
    assert.equal(commitCount, 1);
    commits.schedule();
    t.mock.timers.tick(50);
    assert.equal(commitCount, 2);
  });

  it('repeats a failed commit by itself: otherwise the group would seem to lag until the next event', async (t) => {
    const lanes = new Map([['p.a/0', await laneAt(1)]]);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const commits = new Commits(lanes, silentLog, 'group');
    let tries = 0;
    commits.use(async () => {
      tries += 1;
      if (tries === 1) throw new Error('REBALANCE_IN_PROGRESS');
    });
    await commits.flush();
    assert.deepEqual([tries, lanes.get('p.a/0')?.committed], [1, undefined]);
    t.mock.timers.tick(1000);
    for (let n = 0; n < 10; n += 1) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([tries, lanes.get('p.a/0')?.committed], [2, 1n]);
    commits.stop();
  });

  it('repeats a failed commit, until its end', async () => {
    const lanes = new Map([['p.a/0', await laneAt(1)]]);
    const commits = new Commits(lanes, silentLog, 'group');
    let tries = 0;
    commits.use(async () => {
      tries += 1;
      throw new Error('REBALANCE_IN_PROGRESS');
    });
    await commits.flush();
    await commits.flush();
    assert.deepEqual([tries, lanes.get('p.a/0')?.committed], [2, undefined]);
    commits.use(async () => {
      tries += 1;
    });
    commits.schedule();
    await until('the commit', () => tries === 3);
    commits.stop();
    lanes.set('p.a/0', await laneAt(2));
    await commits.flush();
    assert.equal(tries, 3);
  });
});
