import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trustListParts } from '@countersign/shared/model/tenant/trust-lists';
import {
  insertVersion,
  latestVersion,
  latestVersions,
  readVersion,
  removeVersion,
} from '../../src/hosting/hosted-versions.ts';
import { openHost } from './hosted-world.ts';

test('of two writers of one number the store takes one, and the other leaves nothing', async (t) => {
  const { world, own } = await openHost(t);
  const first = (await latestVersion(own, 'pid')) ?? assert.fail();
  const kept = await readVersion(own, first);
  const next = { ...first, sequenceNumber: 2 };
  const { random } = world.platform;
  const both = await Promise.all([insertVersion(own, random, next, kept), insertVersion(own, random, next, kept)]);
  assert.equal(both.filter((one) => one !== undefined).length, 1);
  const parts = await own.find(trustListParts, { index: 'list', limit: 9 });
  assert.equal(parts.documents.length, 2);
  assert.deepEqual(
    (await latestVersions(own)).map(({ sequenceNumber }) => sequenceNumber),
    [2],
  );
  await removeVersion(own, first);
  assert.equal((await own.find(trustListParts, { index: 'list', limit: 9 })).documents.length, 1);
});
