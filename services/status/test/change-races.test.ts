import { test } from 'node:test';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { racingChanges } from './change-races.ts';

test('lmdb: what was acknowledged last is in every list, and no index twice', async (t) => {
  const store = await temporaryStore(t);
  await racingChanges(t, [store, store], 2000);
});
