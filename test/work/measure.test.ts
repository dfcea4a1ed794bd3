/** How the work of a flow is compared: a figure that differs shows, with the amount. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CountingServer, Counts } from '../support/work/counting-server.ts';
import { difference, measureFlow, unexpected } from '../support/work/measure.ts';

test('a figure that is more, fewer, new or gone is named with its amount; equal ones are not', () => {
  assert.deepEqual(
    unexpected({ hashes: 2, reads: 3, writes: 1, gone: 1 }, { hashes: 2, reads: 5, writes: 0, added: 1 }),
    [
      'added: 1, expected 0 (1 more)',
      'gone: 0, expected 1 (1 fewer)',
      'reads: 5, expected 3 (2 more)',
      'writes: 0, expected 1 (1 fewer)',
    ],
  );
  assert.deepEqual(unexpected({ hashes: 2 }, { hashes: 2 }), []);
  assert.deepEqual(unexpected({ bytes: 20, hashes: 2 }, { bytes: 24, hashes: 2 }, { bytes: 4 }), []);
  assert.deepEqual(unexpected({ bytes: 20 }, { bytes: 15 }, { bytes: 4 }), ['bytes: 15, expected 20 (5 fewer)']);
});

test('the work of a run is what was counted since the one before', () => {
  assert.deepEqual(difference({ hashes: 2, reads: 3 }, { hashes: 2, reads: 5, writes: 1 }), { reads: 2, writes: 1 });
});

test('the first two runs and runs that are unlike the others are not counted', async () => {
  let runs = 0;
  const server = { counts: async (): Promise<Counts> => ({ runs, squares: runs * runs }) } as unknown as CountingServer;
  const run = async (): Promise<boolean> => {
    runs += 1;
    return runs !== 4;
  };
  const counted = await measureFlow(server, async () => run);
  assert.deepEqual(counted, [
    { runs: 1, squares: 5 },
    { runs: 1, squares: 9 },
  ]);
});

test('it ends where no run is like the others', async () => {
  const server = { counts: async (): Promise<Counts> => ({}) } as unknown as CountingServer;
  assert.deepEqual(await measureFlow(server, async () => async () => false), []);
});
