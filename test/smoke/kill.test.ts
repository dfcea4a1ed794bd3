/** A few kills of the long campaign of test/resilience, in every run. */
import { test } from 'node:test';
import { killCampaign } from '../resilience/kill-campaign.ts';

const KILLS = 5;

test(`acknowledged changes survive ${KILLS} kills`, (t) => killCampaign(t, { kills: KILLS, seed: 20_261_121 }));
