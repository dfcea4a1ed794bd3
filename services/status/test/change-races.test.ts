import { test } from 'node:test';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { racingChanges } from './change-races.ts';

test('lmdb: every list has the last acknowledged changes, and no index repeats', async (t) => {
  const store = await temporaryStore(t);
  await racingChanges(t, [store, store], 2000);
});
