/** The campaign's short form on five services. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runCampaign } from './campaign.ts';
import { lastLine } from './summary.ts';

const SEED = Number(process.env.SEED ?? 20_261_128);
const KILLS = 8;
const skip = process.env.KAFKA_BROKERS !== undefined && process.env.COUNTERSIGN_TEST_ENGINES === '';

it(`five services: ${KILLS} kills, no violation (seed ${SEED})`, {
  skip: skip && 'needs engines of its own',
}, async (t) => {
  const say = (line: string): void => t.diagnostic(line);
  const results = await runCampaign({
    mode: 'five services',
    kills: KILLS,
    seed: SEED,
    workers: 0,
    say,
    now: Date.now,
  });
  t.diagnostic(lastLine(results));
  assert.deepEqual(
    results.flatMap(({ violations }) => violations),
    [],
  );
});
