import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SessionQueue } from '../../../src/bus/kafka/session-queue.ts';

describe('SessionQueue', () => {
  it('returns tasks serially per session, in parallel across sessions', () => {
    const queue = new SessionQueue<number>();
    queue.add('a', 1);
    queue.add('a', 2);
    queue.add('b', 3);
    assert.deepEqual([queue.take(), queue.take(), queue.take()], [['a', 1], ['b', 3], undefined]);
    queue.add('b', 4);
    assert.equal(queue.take(), undefined);
    queue.done('b');
    assert.deepEqual(queue.take(), ['b', 4]);
    queue.done('a');
    assert.deepEqual(queue.take(), ['a', 2]);
    queue.done('a');
    queue.done('b');
    queue.add('a', 5);
    assert.deepEqual(queue.take(), ['a', 5]);
  });

  it('returns every task once, each session in order and never twice at a time, in whatever order tasks end', () => {
    const sessions = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });
    // At each step: add the next task, take one, or end a running one.
    const steps = fc.array(fc.constantFrom('add', 'take', 'end'), { maxLength: 120 });
    fc.assert(
      fc.property(sessions, steps, fc.infiniteStream(fc.nat(100)), (of, order, choices) => {
        const queue = new SessionQueue<number>();
        const underWay: string[] = [];
        const taken = new Map<string, number[]>();
        let added = 0;
        const step = (kind: string): boolean => {
          if (kind === 'add') {
            const session = of[added];
            if (session === undefined) return false;
            queue.add(session, added);
            added += 1;
            return true;
          }
          if (kind === 'take') {
            const next = queue.take();
            if (next === undefined) return false;
            const [session, task] = next;
            assert.ok(!underWay.includes(session));
            underWay.push(session);
            taken.set(session, [...(taken.get(session) ?? []), task]);
            return true;
          }
          if (underWay.length === 0) return false;
          const [ended] = underWay.splice(choices.next().value % underWay.length, 1);
          queue.done(ended ?? '');
          return true;
        };
        for (const kind of order) step(kind);
        while (['add', 'take', 'end'].some(step));
        for (const session of new Set(of)) {
          assert.deepEqual(
            taken.get(session),
            [...of.keys()].filter((i) => of[i] === session),
          );
        }
      }),
    );
  });
});
