import { test } from 'node:test';
import { collections } from '@countersign/shared/model/collections';
import { serverOf } from '@countersign/shared/test/store/mongo/mongo-server';
import { racingChanges } from './change-races.ts';

// Needs MONGODB_URL.
test('mongo: every list of two processes has the last acknowledged changes, and no index repeats', async (t) => {
  const server = await serverOf(t);
  if (server === undefined) return;
  const stores = [server.open(), server.open()] as const;
  await stores[0].ensureIndexes(collections);
  await racingChanges(t, stores, 2000);
});
