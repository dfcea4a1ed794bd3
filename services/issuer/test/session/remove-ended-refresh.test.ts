import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refreshGrants } from '@countersign/shared/test/model/every-tenant';
import { newRefreshGrant } from '../../src/session/refresh-transitions.ts';
import { removeEndedRefreshJob } from '../../src/session/remove-ended-refresh.ts';
import { credentialWith, DAY, openRenewable, records, refreshed, tokenFor } from '../token/renewable.ts';

test('a record is removed at its end; one whose token never left, after an hour', async (t) => {
  const world = await openRenewable(t);
  const { access_token, refresh_token, session } = await tokenFor(world);
  await credentialWith(world, access_token);
  const [kept] = await records(world);
  assert.ok(kept !== undefined);
  const { rev: _, state: __, issued: ___, createdAt: ____, updatedAt: _____, removeAt: ______, ...given } = kept;
  const orphan = newRefreshGrant({ ...given, id: 'orphan', session, now: world.now });
  assert.ok((await world.store.insert(refreshGrants, orphan)) !== undefined);
  const job = removeEndedRefreshJob(world.platform);
  const after = async (milliseconds: number) => {
    world.now += milliseconds;
    await job.run();
    return (await records(world)).map(({ id }) => id).sort();
  };
  assert.deepEqual(await after(3_600_000), [kept.id, 'orphan'].sort());
  assert.deepEqual(await after(1), [kept.id]);
  await refreshed(world, refresh_token);
  assert.deepEqual(await after(90 * DAY), []);
});

test('a token that was never used for a credential leaves no record for months', async (t) => {
  const world = await openRenewable(t);
  await tokenFor(world);
  world.now += 3 * DAY;
  await removeEndedRefreshJob(world.platform).run();
  assert.deepEqual(await records(world), []);
});
