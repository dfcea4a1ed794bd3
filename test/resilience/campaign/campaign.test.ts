/** The campaign's short form. `npm run campaign` runs as many kills as you like. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ROOT } from '../../cluster/cluster-processes.ts';
import { planRounds, runCampaign } from './campaign.ts';
import { ELSEWHERE, PROMISES } from './promises.ts';
import { SCENARIOS } from './scenarios.ts';
import { lastLine } from './summary.ts';
import { MODES, type Mode } from './system.ts';

const SEED = Number(process.env.SEED ?? 20_261_128);
const KILLS = 14;

describe('the short form of the campaign', () => {
  for (const mode of ['one process', 'workers'] satisfies Mode[]) {
    it(`${mode}: ${KILLS} kills, no violation (seed ${SEED})`, async (t) => {
      const say = (line: string): void => t.diagnostic(line);
      const results = await runCampaign({ mode, kills: KILLS, seed: SEED, workers: 2, say, now: Date.now });
      t.diagnostic(lastLine(results));
      assert.deepEqual(
        results.flatMap(({ violations }) => violations),
        [],
      );
      for (const { scenario, flows } of results) assert.ok(flows > 0, `${scenario} had no load`);
    });
  }
});

describe('the plan of a campaign', () => {
  for (const mode of MODES) {
    it(`${mode}: every kill is planned, in every scenario, in rounds of 20 at most`, () => {
      const rounds = planRounds({ mode, kills: 1000, seed: 1 });
      assert.equal(
        rounds.reduce((sum, { kills }) => sum + kills, 0),
        1000,
      );
      assert.ok(rounds.every(({ kills }) => kills > 0 && kills <= 20));
      const own = SCENARIOS.filter(({ modes }) => modes.includes(mode)).map(({ id }) => id);
      assert.deepEqual(new Set(rounds.map(({ scenario }) => scenario)), new Set(own));
      assert.deepEqual(planRounds({ mode, kills: 1000, seed: 1 }), rounds);
    });
  }
});

it('the tests that show promises and faults exist', () => {
  for (const { test } of [...PROMISES, ...ELSEWHERE]) assert.ok(existsSync(join(ROOT, test)), test);
});
