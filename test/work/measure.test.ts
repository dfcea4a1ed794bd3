/** How the work of a flow is compared: a figure that differs shows, with the amount. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CountingServer, Counts } from '../support/work/counting-server.ts';
import { difference, measureFlow, unexpected } from '../support/work/measure.ts';

test('a figure that is more, fewer, new or gone is named with its amount; equal ones are not', () => {
  assert.deepEqual(
    unexpected({ opened: 2, reads: 3, writes: 1, gone: 1 }, { opened: 2, reads: 5, writes: 0, added: 1 }),
    [
      'added: 1, expected 0 (1 more)',
      'gone: 0, expected 1 (1 fewer)',
      'reads: 5, expected 3 (2 more)',
      'writes: 0, expected 1 (1 fewer)',
    ],
  );
  assert.deepEqual(unexpected({ opened: 2 }, { opened: 2 }), []);
});

test('the work of a run is what was counted since the one before', () => {
  assert.deepEqual(difference({ opened: 2, reads: 3 }, { opened: 2, reads: 5, writes: 1 }), { reads: 2, writes: 1 });
});

test('the first two runs are not counted', async () => {
  let runs = 0;
  const server = { counts: async (): Promise<Counts> => ({ runs, squares: runs * runs }) } as unknown as CountingServer;
  const counted = await measureFlow(server, async () => async () => {
    runs += 1;
  });
  assert.deepEqual(counted, [
    { runs: 1, squares: 5 },
    { runs: 1, squares: 7 },
  ]);
});
