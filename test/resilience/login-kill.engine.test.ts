/** `KILLS=50 SEED=7 npm test -- resilience/login-kill.engine` kills each of the five services ten times. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { openClusterWorld } from './cluster-world.ts';
import { loginCampaign, writeLogins } from './login-campaign.ts';

const KILLS = Number(process.env.KILLS ?? 5);
const SEED = Number(process.env.SEED ?? 20_261_128);
const skip = process.env.KAFKA_BROKERS !== undefined && process.env.COUNTERSIGN_TEST_ENGINES === '';

test(`${KILLS} kills of the five services in turn during logins (seed ${SEED})`, {
  skip: skip && 'needs engines of its own',
}, async (t) => {
  const world = await openClusterWorld(t);
  writeLogins((path, content) => {
    const file = join(world.folder, 'config', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(content));
  });
  const { processes } = world.cluster;
  assert.equal(processes.length, 5);
  const strike = async (kill: number): Promise<void> => {
    const victim = processes[kill % processes.length];
    await victim?.kill();
    await victim?.start();
  };
  await loginCampaign(t, world, { kills: KILLS, seed: SEED, strike });
  assert.deepEqual(
    processes.flatMap(({ surprises }) => surprises),
    [],
  );
});
