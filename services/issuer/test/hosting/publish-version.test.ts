import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChangeOfList, changeScheme, signAgain } from '@countersign/european-trust/hosting/hosted-changes';
import { listBody } from '@countersign/european-trust/test/hosting/hosted-bodies';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { latestVersion, latestVersions } from '../../src/hosting/hosted-versions.ts';
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

const isFull = (facts: object) => (error: unknown) => {
  assert.ok(error instanceof ProtocolError, String(error));
  const { reason, facts: said } = error.reasoned;
  assert.deepEqual([error.code, reason, { ...said, ...facts }], ['conflict', 'hosted_list_full', said]);
  return true;
};

test('a tenant has twenty lists, and no more', async (t) => {
  const { world, own } = await openHost(t);
  const create = (list: string) =>
    publishVersion(world.platform, { tenant: TENANT, list, change: changeScheme(listBody()), revision: 0 });
  for (let number = 2; number <= 20; number += 1) await create(`list-${number}`);
  await assert.rejects(create('list-21'), isFull({ most: 20 }));
  assert.equal((await latestVersions(own)).length, 20);
  // Existing lists can still change, and another tenant has its own limit.
  await publishVersion(world.platform, { tenant: TENANT, list: 'list-20', change: signAgain });
  const ofAnother = { tenant: 'other', list: 'list-21', change: changeScheme(listBody()), revision: 0 };
  assert.equal((await publishVersion(world.platform, ofAnother)).sequenceNumber, 1);
});

test('a list of more than two MiB is not published, and the version before stays', async (t) => {
  const { world, own } = await openHost(t);
  const most = 2 * 1024 * 1024;
  const named =
    (length: number): ChangeOfList =>
    (before) => {
      const { scheme, entities } = before ?? assert.fail();
      const name = [{ lang: 'en', value: 'x'.repeat(length) }];
      return { content: { scheme: { ...scheme, name }, entities }, change: { kind: 'changed' } };
    };
  const publish = (length: number) =>
    publishVersion(world.platform, { tenant: TENANT, list: 'pid', change: named(length) });
  const { bytes: without } = await publish(0);
  // Four characters of a JWS encode three of its content.
  const room = Math.floor(((most - without) / 4) * 3);
  const largest = await publish(room - 3);
  assert.ok(largest.bytes <= most && largest.bytes > most - 10, `${largest.bytes} bytes`);
  await assert.rejects(publish(room + 3), isFull({ mostBytes: most }));
  assert.equal((await latestVersion(own, 'pid'))?.sequenceNumber, largest.sequenceNumber);
});
