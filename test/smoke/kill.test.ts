/** A few kills of the campaign of test/resilience, in every run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRound } from '../resilience/campaign/round.ts';
import { SCENARIOS } from '../resilience/campaign/scenarios.ts';

const KILLS = 5;

test(`acknowledged changes survive ${KILLS} kills`, async () => {
  const scenario = SCENARIOS.find(({ id }) => id === 'F2') ?? assert.fail();
  const round = { scenario: scenario.id, kills: KILLS, seed: 20_261_121 };
  const { kills, flows, violations } = await runRound(scenario, round, { mode: 'one process', workers: 0 });
  assert.deepEqual(violations, []);
  assert.equal(kills, KILLS);
  assert.ok(flows > 0);
});
