/** `KILLS=500 SEED=7 npm test -- resilience/kill.test` runs a longer campaign. */
import { test } from 'node:test';
import { killCampaign } from './kill-campaign.ts';

const KILLS = Number(process.env.KILLS ?? 15);
const SEED = Number(process.env.SEED ?? 20_261_121);

test(`acknowledged changes survive ${KILLS} kills (seed ${SEED})`, (t) =>
  killCampaign(t, { kills: KILLS, seed: SEED }));
