import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedTrace, erasedTrace, numbersOf, openedTrace, withLines } from '../../src/trace/trace-transitions.ts';

const numbered = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, place) => `line ${from + place}`);

test('the first 50 and the last 150 entries are kept, with their numbers', () => {
  let lines = withLines({ count: 0, lines: [] }, numbered(1, 200));
  assert.equal(lines.lines.length, 200);
  for (const [from, to] of [
    [201, 201],
    [202, 600],
  ] as const) {
    lines = withLines(lines, numbered(from, to));
    assert.equal(lines.count, to);
    assert.deepEqual(lines.lines, [...numbered(1, 50), ...numbered(to - 149, to)]);
    assert.deepEqual(
      numbersOf(lines).map((number) => `line ${number}`),
      lines.lines,
    );
  }
});

test('one write of more entries than a trace keeps', () => {
  const lines = withLines({ count: 0, lines: [] }, numbered(1, 1000));
  assert.deepEqual(lines.lines, [...numbered(1, 50), ...numbered(851, 1000)]);
  assert.deepEqual([numbersOf(lines)[49], numbersOf(lines)[50]], [50, 851]);
});

test('an erased trace holds nothing, and takes nothing', () => {
  const opened = { ...openedTrace({ session: 's', tenant: 't' }, { count: 1, sealed: 'x' }, 5), rev: 1 };
  assert.deepEqual(changedTrace(opened, { count: 2, sealed: 'y' }).trace, { state: 'open', count: 2, sealed: 'y' });
  const erased = { ...erasedTrace({ session: 's', tenant: 't' }, 9), rev: 2 };
  assert.deepEqual(erased, { id: 's', tenant: 't', erasedAt: 9, trace: { state: 'erased' }, rev: 2 });
  assert.equal(changedTrace(erased, { count: 2, sealed: 'y' }), erased);
});
