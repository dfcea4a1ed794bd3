import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeadLetter } from '../../../src/bus/delivery.ts';
import { type LaneOptions, PartitionLane, type ReceivedMessage } from '../../../src/bus/kafka/lane.ts';
import type { EventHandler } from '../../../src/bus/port.ts';
import { ProtocolError } from '../../../src/kernel/errors.ts';
import { silentLog } from '../../../src/kernel/log.ts';
import { until } from '../../patience.ts';
import { eventOf, newGate } from '../contract.ts';

interface Made {
  readonly lane: PartitionLane;
  readonly deadLetters: DeadLetter[];
  readonly unknown: string[];
}

function newLane(handler: EventHandler, options: Partial<LaneOptions> = {}): Made {
  const deadLetters: DeadLetter[] = [];
  const unknown: string[] = [];
  const lane = new PartitionLane({
    topic: 'issuance-results',
    partition: 3,
    subscription: { topic: 'issuance-results', group: 'issuer', handler },
    policy: { clock: () => 5, log: silentLog, deadLetter: async (entry) => void deadLetters.push(entry), pauses: [1] },
    begin: Promise.resolve(),
    onDone: () => undefined,
    onUnknownType: (_, type) => void unknown.push(type),
    ...options,
  });
  return { lane, deadLetters, unknown };
}

function messagesOf(values: readonly unknown[], from = 0): ReceivedMessage[] {
  return values.map((value, i) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return { offset: `${from + i}`, value: value === null ? null : Buffer.from(text) };
  });
}

const events = (count: number): ReceivedMessage[] =>
  messagesOf(Array.from({ length: count }, (_, i) => eventOf(`session-${i}`)));

describe('PartitionLane', () => {
  it('handles a bounded number of sessions in parallel, and each in order', async () => {
    const gate = newGate();
    let running = 0;
    let most = 0;
    const got: string[] = [];
    const { lane } = newLane(async (event) => {
      running += 1;
      most = Math.max(most, running);
      await gate.opened;
      running -= 1;
      got.push(`${event.subject} ${event.data.n}`);
    });
    const twice = [0, 1].flatMap((n) => Array.from({ length: 40 }, (_, i) => eventOf(`session-${i}`, n)));
    lane.add(messagesOf(twice), '80');
    await until('sixteen handlers', () => running === 16);
    assert.equal(lane.position, 0n);
    gate.open();
    await until('all events', () => got.length === 80);
    assert.equal(most, 16);
    for (let i = 0; i < 40; i += 1) {
      assert.ok(got.indexOf(`session-${i} 0`) < got.indexOf(`session-${i} 1`));
    }
    assert.deepEqual([lane.position, lane.lag], [80n, 0]);
  });

  it('is crowded when much is not committed, and roomy again when little is', async () => {
    const gate = newGate();
    const { lane } = newLane(async (event) => {
      if (event.subject === 'session-0') await gate.opened;
    });
    lane.add(events(999), '5000');
    assert.equal(lane.crowded, false);
    lane.add(messagesOf([eventOf('one more')], 999), '5000');
    assert.equal(lane.crowded, true);
    await until('the high watermark', () => lane.lag === 5000);
    // One session is stuck: the others are handled, but no offset may be committed.
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual([lane.position, lane.crowded, lane.roomy], [0n, true, false]);
    gate.open();
    await until('all', () => lane.position === 1000n);
    assert.deepEqual([lane.crowded, lane.roomy, lane.lag], [false, true, 4000]);
  });

  it('is crowded by few large events too', async () => {
    const gate = newGate();
    const { lane } = newLane(() => gate.opened);
    const large = Array.from({ length: 20 }, (_, i) => ({ ...eventOf(`s${i}`), pad: 'x'.repeat(60_000) }));
    lane.add(messagesOf(large), '20');
    assert.equal(lane.crowded, true);
    gate.open();
    await until('room', () => lane.roomy);
  });

  it('keeps only the first part of a message that is no event', async () => {
    const { lane, deadLetters } = newLane(async () => assert.fail('no event'));
    lane.add(messagesOf(['x'.repeat(1_000_000), null, '{"half'], 7), '10');
    await until('the dead letters', () => deadLetters.length === 3);
    assert.deepEqual(
      deadLetters.map(({ error, tries, at, unreadable }) => [error, tries, at, unreadable?.position, unreadable?.text]),
      [
        ['event_too_large', 0, 5, '3/7', 'x'.repeat(4096)],
        ['event_not_json', 0, 5, '3/8', ''],
        ['event_not_json', 0, 5, '3/9', '{"half'],
      ],
    );
    await until('all done', () => lane.position === 10n);
  });

  it('does not pass an unreadable message whose dead letter could not be stored', async () => {
    let failing = true;
    const { lane } = newLane(async () => undefined, {
      policy: {
        clock: () => 5,
        log: silentLog,
        pauses: [1],
        deadLetter: async () => {
          if (failing) throw new ProtocolError('temporarily_unavailable', 'Not now', { reason: 'dependency_away' });
        },
      },
    });
    lane.add(messagesOf(['garbage', eventOf('a')]), '2');
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(lane.position, 0n);
    failing = false;
    await until('both', () => lane.position === 2n);
  });

  it('skips unknown types', async () => {
    const { lane, deadLetters, unknown } = newLane(async () => assert.fail('not known'));
    lane.add(messagesOf([{ ...eventOf('a'), type: 'issuance.completed.v2' }]), '1');
    assert.deepEqual([lane.position, unknown, deadLetters], [1n, ['issuance.completed.v2'], []]);
  });

  it('begins when the earlier lane has ended', async () => {
    const gate = newGate();
    let handled = 0;
    const handler: EventHandler = async () => {
      handled += 1;
    };
    const { lane } = newLane(handler, { begin: gate.opened });
    lane.add(events(3), '3');
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(handled, 0);
    gate.open();
    await until('all', () => handled === 3);
  });

  it('stops when the running handlers have ended, and begins no other', async () => {
    const gate = newGate();
    let begun = 0;
    let ended = 0;
    const { lane } = newLane(async () => {
      begun += 1;
      await gate.opened;
      ended += 1;
    });
    lane.add(events(40), '40');
    await until('sixteen handlers', () => begun === 16);
    const stops = Promise.all([lane.stop(), lane.stop()]);
    gate.open();
    await stops;
    assert.deepEqual([begun, ended, lane.position], [16, 16, 16n]);
    lane.add(messagesOf([eventOf('later')], 40), '41');
    await lane.stop();
    assert.equal(begun, 16);
  });

  it('stops a handler that waits for its next attempt, and does not count its event as done', async () => {
    let tries = 0;
    const handler: EventHandler = async () => {
      tries += 1;
      throw new ProtocolError('temporarily_unavailable', 'Not now', { reason: 'dependency_away' });
    };
    const policy = { clock: () => 5, log: silentLog, deadLetter: async () => undefined, pauses: [3_600_000] };
    const { lane } = newLane(handler, { policy });
    lane.add(events(2), '2');
    await until('the first tries', () => tries === 2);
    await lane.stop();
    assert.deepEqual([tries, lane.position, lane.lag], [2, 0n, 2]);
  });
});
