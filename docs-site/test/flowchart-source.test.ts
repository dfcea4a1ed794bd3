import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFlowchart } from '../src/flowchart-source.ts';

test('nodes with their labels, and an arrow for each pair', () => {
  const { nodes, edges } = parseFlowchart('flowchart BT\n  a --> b & c\n  all[x, y] --> a\n') ?? assert.fail();
  assert.deepEqual(
    [...nodes],
    [
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
      ['all', 'x, y'],
    ],
  );
  assert.deepEqual(edges, [
    ['a', 'b'],
    ['a', 'c'],
    ['all', 'a'],
  ]);
});
