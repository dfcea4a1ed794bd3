import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shared } from '../../src/kernel/single-flight.ts';

test('all who ask while it is pending get one promise; the next one begins anew, after a failure too', async () => {
  const flights = new Map<string, Promise<number>>();
  let begun = 0;
  const begin = async (): Promise<number> => {
    begun += 1;
    if (begun === 2) throw new Error('failed');
    return begun;
  };
  assert.deepEqual(await Promise.all([shared(flights, 'a', begin), shared(flights, 'a', begin)]), [1, 1]);
  await assert.rejects(shared(flights, 'a', begin), /failed/);
  assert.deepEqual(await Promise.all([shared(flights, 'a', begin), shared(flights, 'b', begin)]), [3, 4]);
  assert.equal(flights.size, 0);
});
