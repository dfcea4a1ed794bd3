/** The job over a store; the decision is tested with its transition (libs/shared/test/model/issuance/ending.test.ts). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endByTimeJob } from '../../src/session/end-by-time.ts';
import { openIssuer } from '../world.ts';

test('an offer is expired when its time is over, once, with its event', async (t) => {
  const world = await openIssuer(t);
  const { session } = await world.offer({ expiresIn: 60 });
  const job = endByTimeJob(world.platform);
  world.now += 60_000;
  await job.run();
  assert.equal((await world.stored(session)).status, 'created');
  world.now += 1;
  await job.run();
  const ended = await world.stored(session);
  assert.deepEqual([ended.status, ended.issuance.progress.state], ['expired', 'expired']);
  assert.deepEqual(
    ended.outbox.map(({ event }) => [event.type, event.data.reason]),
    [['issuance.failed.v1', 'expired']],
  );
  world.now += 60_000;
  await job.run();
  assert.deepEqual(await world.stored(session), ended);
});

test('what has begun may end later: a pushed request at the end of the offer', async (t) => {
  const world = await openIssuer(t);
  const { session } = await world.code();
  const { tidyAt = 0 } = await world.stored(session);
  world.now = tidyAt;
  await endByTimeJob(world.platform).run();
  assert.equal((await world.stored(session)).status, 'authorized');
  world.now = tidyAt + 1;
  await endByTimeJob(world.platform).run();
  assert.equal((await world.stored(session)).status, 'expired');
});
