/** The faults that other tests rely on do happen. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { BusEvent } from '../../src/bus/catalogue.ts';
import { createInProcessBus } from '../../src/bus/in-process.ts';
import { silentLog } from '../../src/kernel/log.ts';
import type { Random } from '../../src/kernel/random.ts';
import { eventOf } from './contract.ts';
import { type BusFaults, faultyBus } from './faulty-bus.ts';

const TOPIC = 'issuance-results';

/** The same bytes at every run: a hash of a counter. */
function seededRandom(seed: string): Random {
  let n = 0;
  return (bytes) => {
    n += 1;
    return createHash('sha256').update(`${seed} ${n}`).digest().subarray(0, bytes);
  };
}

describe('a faulty bus', () => {
  const sessions = Array.from({ length: 12 }, (_, i) => `session-${i}`);
  const events = [0, 1, 2, 3, 4].flatMap((n) => sessions.map((session) => eventOf(session, n)));

  /** The delivered events, by session. */
  async function run(faults: BusFaults, { partitions = 12, seed = 'x' } = {}) {
    const all: string[] = [];
    const of = new Map<string, number[]>();
    const plain = createInProcessBus({
      clock: () => 1_700_000_000_000,
      log: silentLog,
      deadLetter: async ({ error }) => assert.fail(error),
      partitions,
    });
    const bus = faultyBus(plain, faults, seededRandom(seed));
    const handler = async (event: BusEvent): Promise<void> => {
      all.push(event.id);
      of.set(event.subject, [...(of.get(event.subject) ?? []), Number(event.data.n)]);
    };
    bus.subscribe({ topic: TOPIC, group: 'one', handler });
    await bus.start();
    await bus.publish(TOPIC, events);
    await bus.stop();
    return { all, of };
  }

  it('duplicate delivers the last events of a key again, each at least once and first in order', async () => {
    const { all, of } = await run({ duplicate: 0.5 }, { partitions: 2 });
    assert.ok(all.length > events.length, 'something came again');
    assert.equal(new Set(all).size, events.length);
    for (const numbers of of.values()) assert.deepEqual([...new Set(numbers)], [0, 1, 2, 3, 4]);
    assert.ok(
      [...of.values()].some((numbers) => numbers.some((n, i) => n < (numbers[i - 1] ?? 0))),
      'an older event came behind a newer one',
    );
  });

  it('duplicate 0 repeats nothing, and 1 everything', async () => {
    const never = await run({ duplicate: 0 });
    assert.equal(never.all.length, events.length);
    const always = await run({ duplicate: 1 });
    assert.ok(always.all.length >= 2 * events.length);
  });

  it('reorder mixes the keys and keeps the order of each', async () => {
    const plain = await run({}, { partitions: 1 });
    assert.deepEqual(
      plain.all,
      events.map((event) => event.id),
    );
    const mixed = await run({ reorder: true }, { partitions: 1 });
    assert.notDeepEqual(mixed.all, plain.all);
    assert.deepEqual([...mixed.all].sort(), [...plain.all].sort());
    for (const numbers of mixed.of.values()) assert.deepEqual(numbers, [0, 1, 2, 3, 4]);
    const again = await run({ reorder: true }, { partitions: 1 });
    assert.deepEqual(again.all, mixed.all, 'the same randomness makes the same run');
  });

  it('drop keeps an event from every group, and its publisher does not notice', async () => {
    const lost = new Set(sessions.slice(0, 3));
    const { of } = await run({ drop: ({ subject }) => lost.has(subject) });
    assert.deepEqual([...of.keys()].sort(), sessions.slice(3).sort());
    for (const numbers of of.values()) assert.deepEqual(numbers, [0, 1, 2, 3, 4]);
  });

  it('delay is called before every event', async () => {
    let asked = 0;
    const delay = (): number => {
      asked += 1;
      return 0;
    };
    const { all } = await run({ delay });
    assert.deepEqual([asked, all.length], [events.length, events.length]);
  });
});
