import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockFolder } from '@countersign/shared/store/lmdb/folder-lock';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';
import { noteCluster, runningCluster } from '../../src/data/running-cluster.ts';

const environment = { MONGODB_URL: 'mongodb://127.0.0.1:1', MONGODB_DATABASE: 'sessions', MASTER_KEY: 'CANARY' };

test('the note exists while the cluster holds the folder, without its secrets, readable by its owner alone', async (t) => {
  const folder = await temporaryFolder(t);
  assert.equal(await runningCluster(folder), undefined);
  const unlock = await lockFolder(folder);
  const removeNote = noteCluster(folder, environment);
  const file = join(folder, 'cluster.json');
  assert.deepEqual(await runningCluster(folder), {
    MONGODB_URL: 'mongodb://127.0.0.1:1',
    MONGODB_DATABASE: 'sessions',
  });
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.doesNotMatch(readFileSync(file, 'utf8'), /CANARY/);
  removeNote();
  assert.equal(await runningCluster(folder), undefined);
  await unlock();
});

test('the note of a killed cluster, or of another process, is ignored', async (t) => {
  const folder = await temporaryFolder(t);
  noteCluster(folder, environment);
  assert.equal(await runningCluster(folder), undefined, 'the folder is free');
  const unlock = await lockFolder(folder);
  writeFileSync(join(folder, 'cluster.json'), JSON.stringify({ ...environment, pid: process.pid + 1 }));
  assert.equal(await runningCluster(folder), undefined, 'one process holds the folder now');
  await unlock();
});
