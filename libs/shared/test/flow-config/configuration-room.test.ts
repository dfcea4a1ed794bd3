import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roomFindings } from '../../src/flow-config/configuration-room.ts';

const refused = (most: number, stored: readonly string[], ids: readonly string[]): string[] => [
  ...roomFindings(most, new Set(stored), ids).keys(),
];

test('new configurations have room up to the limit; one that is stored is replaced at any time', () => {
  assert.deepEqual(refused(3, ['a'], ['b', 'c']), []);
  assert.deepEqual(refused(3, ['a'], ['b', 'a', 'b', 'c', 'd']), ['d']);
  assert.deepEqual(refused(1, ['a', 'b'], ['a', 'c']), ['c']);
});

test('the finding names the limit and its setting', () => {
  const [finding] = roomFindings(2, new Set(['a', 'b']), ['c']).get('c') ?? [];
  assert.equal(finding?.pointer, '/id');
  assert.match(finding?.detail ?? '', /at most 2 .*CONFIGURATIONS_TENANT/);
});
