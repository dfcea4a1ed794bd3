import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raiseListNumbers } from '../../src/hosting/after-restore.ts';
import { latestVersion } from '../../src/hosting/hosted-versions.ts';
import { signHostedListsJob } from '../../src/hosting/sign-hosted-lists.ts';
import { openHost } from './hosted-world.ts';

test('after a restore nothing is served until a version with a higher number is signed', async (t) => {
  const { world, own, call } = await openHost(t);
  assert.equal(await raiseListNumbers(world.platform), 1);
  await assert.rejects(call('published-list'), { code: 'temporarily_unavailable' });
  await signHostedListsJob(world.platform).run();
  world.now += 1000;
  assert.equal((await call('published-list')).contentType, 'application/jwt');
  const version = await latestVersion(own, 'pid');
  assert.equal(version?.sequenceNumber, Math.ceil((world.now - 1000) / 10_000));
});
