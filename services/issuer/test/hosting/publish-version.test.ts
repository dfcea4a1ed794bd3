import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signAgain } from '@countersign/european-trust/hosting/hosted-changes';
import { publishVersion } from '../../src/hosting/publish-version.ts';
import { openHost, TENANT } from './hosted-world.ts';

test('a signature of the server raises the number, and never refuses the change of an administrator', async (t) => {
  const { world, addEntity } = await openHost(t);
  const again = { tenant: TENANT, list: 'pid', change: signAgain };
  const [signed, added] = await Promise.all([publishVersion(world.platform, again), addEntity()]);
  assert.deepEqual([signed.revision >= 1, (added.body as { revision: number }).revision], [true, 2]);
});

test('time never goes back between versions', async (t) => {
  const { world } = await openHost(t);
  const before = world.now;
  world.now -= 60_000;
  const version = await publishVersion(world.platform, { tenant: TENANT, list: 'pid', change: signAgain });
  assert.equal(version.issuedAt, Math.floor(before / 1000) * 1000);
});
