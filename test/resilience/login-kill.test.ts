/**
 * `KILLS=50 SEED=7 npm test -- resilience/login-kill` runs longer campaigns. login-kill.engine.test.ts is the campaign
 * for the five services.
 */
import { test } from 'node:test';
import { loginCampaign, writeLogins } from './login-campaign.ts';
import { pick } from './seeded.ts';
import { backendOf, openServerProcess, startWorkers, workerPids } from './server-process.ts';

const KILLS = Number(process.env.KILLS ?? 5);
const SEED = Number(process.env.SEED ?? 20_261_128);
const WORKERS = '2';

test(`${KILLS} kills during logins: no code is redeemed twice, nobody is somebody else (seed ${SEED})`, async (t) => {
  const server = await openServerProcess();
  t.after(() => server.close());
  writeLogins(server.writeConfig);
  await server.start();
  const strike = async (): Promise<void> => {
    await server.kill();
    await server.start();
  };
  await loginCampaign(t, backendOf(server), { kills: KILLS, seed: SEED, strike });
});

test(`${KILLS} kills of workers and their primary during logins: the same (seed ${SEED})`, async (t) => {
  const server = await openServerProcess({ WORKERS });
  t.after(() => server.close());
  writeLogins(server.writeConfig);
  await startWorkers(server, WORKERS);
  const strike = async (kill: number, dice: () => number): Promise<void> => {
    if (kill % 3 === 2) await server.kill();
    else process.kill(pick(dice, workerPids(server)), 'SIGKILL');
    await startWorkers(server, WORKERS);
  };
  await loginCampaign(t, backendOf(server), { kills: KILLS, seed: SEED, strike });
});
