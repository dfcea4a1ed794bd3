/** `KILLS=50 SEED=7 npm test -- resilience/login-kill` runs a longer campaign. */
import { test } from 'node:test';
import { loginCampaign } from './login-campaign.ts';

const KILLS = Number(process.env.KILLS ?? 5);
const SEED = Number(process.env.SEED ?? 20_261_128);

test(`${KILLS} kills during logins: no code is redeemed twice, nobody is somebody else (seed ${SEED})`, (t) =>
  loginCampaign(t, { kills: KILLS, seed: SEED }));
