import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latestVersion } from '../../src/hosting/hosted-versions.ts';
import { signHostedListsJob } from '../../src/hosting/sign-hosted-lists.ts';
import { openHost } from './hosted-world.ts';

test('a list that cannot be signed is tried again ten minutes later', async (t) => {
  const { world, own } = await openHost(t);
  world.now += 1_800_000;
  const keys = { ...world.platform.keys, signer: () => Promise.reject(new Error('away')) };
  const counted: string[] = [];
  const metrics = {
    ...world.platform.metrics,
    count: (name: string, labels: object) => void counted.push(`${name} ${JSON.stringify(labels)}`),
  };
  await signHostedListsJob({ ...world.platform, keys, metrics }).run();
  assert.deepEqual(counted, ['countersign_hosted_list_signatures_total {"outcome":"failed"}']);
  const waiting = await latestVersion(own, 'pid');
  assert.deepEqual([waiting?.sequenceNumber, waiting?.due], [1, world.now + 600_000]);
  world.now += 600_000;
  await signHostedListsJob({ ...world.platform, metrics }).run();
  assert.equal(counted.at(-1), 'countersign_hosted_list_signatures_total {"outcome":"signed"}');
  const signed = await latestVersion(own, 'pid');
  assert.deepEqual([signed?.sequenceNumber, signed?.change.kind], [2, 'signed']);
});
