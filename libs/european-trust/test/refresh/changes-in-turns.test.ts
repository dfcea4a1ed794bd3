import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ListEntry } from '../../src/lists/trust-list.ts';
import { changesInTurns } from '../../src/refresh/changes-in-turns.ts';

/** @param read called for each entry that is looked at */
const entries = (names: readonly string[], read: () => void = () => undefined): readonly ListEntry[] =>
  names.map(
    (name, number) =>
      ({
        entity: { number, name, tradeNames: [] },
        get purpose() {
          read();
          return 'pid/issuance';
        },
        certificates: [{ sha256: name }],
      }) as unknown as ListEntry,
  );
const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, number) => `${prefix}${number}`);

it('finds what came and went, also without an earlier list', async () => {
  const list = { entries: entries(['b', 'c', 'c']) };
  const { added, removed, counts } = await changesInTurns({ entries: entries(['a', 'b']) }, list);
  assert.deepEqual([added.map(({ entity }) => entity), removed.map(({ entity }) => entity)], [['c'], ['a']]);
  assert.deepEqual(counts, { added: 1, removed: 1 });
  assert.deepEqual((await changesInTurns(undefined, list)).counts, { added: 2, removed: 0 });
});

it('looks at no more than a thousand of 5,000 entries in one turn of the event loop', async (t) => {
  const inTurns: number[] = [0];
  let next = setImmediate(function again() {
    inTurns.push(0);
    next = setImmediate(again);
  });
  t.after(() => clearImmediate(next));
  const read = (): void => {
    inTurns.push((inTurns.pop() ?? 0) + 1);
  };
  const [before, after] = [entries(numbered(5000, 'a'), read), entries(numbered(5000, 'b'), read)];
  const { counts } = await changesInTurns({ entries: before }, { entries: after });
  assert.deepEqual(counts, { added: 5000, removed: 5000 });
  assert.equal(
    inTurns.reduce((sum, one) => sum + one),
    10_000,
  );
  assert.ok(Math.max(...inTurns) <= 1000, `${Math.max(...inTurns)} entries in a turn`);
});
