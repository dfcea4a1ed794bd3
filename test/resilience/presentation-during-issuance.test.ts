/**
 * Presentation during issuance over SIGKILL: the server is killed right before and right after each of its writes and
 * publications, and between any two steps of the wallet. The wallet continues, and gets the credential with the claims that
 * the backend returned for this session, or a clear refusal.
 *
 * By default the test runs some of the points, different ones each day.
 * `KILL_POINTS=all npm test -- resilience/presentation` runs all of them and takes a few minutes; `SEED=7` chooses
 * others.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Manner } from './claims-backend.ts';
import { PRESENTING_STEPS } from './exchange.ts';
import { openCampaign } from './presenting-campaign.ts';

const ALL = process.env.KILL_POINTS === 'all';
const SEED = Number(process.env.SEED ?? Math.floor(Date.now() / 86_400_000));
/** Distance of the points; odd, so that kills are before some writes and after others. */
const STRIDE = { prompt: 5, slow: 7, gone: 7 } as const satisfies Record<Manner, number>;

// Most of the time a server waits for its predecessor's lease: they wait together.
describe(`presentation during issuance over kills (seed ${SEED})`, { concurrency: 2 }, () => {
  for (const manner of ['prompt', 'slow', 'gone'] as const) {
    it(`a kill at each point of the flow, the claims webhook being ${manner}`, async (t) => {
      const campaign = await openCampaign(manner, SEED);
      t.after(() => campaign.close());
      const stride = ALL ? 1 : STRIDE[manner];
      let passed = 0;
      // Two for each number: before it, after it.
      for (let place = SEED % stride; ; place += stride) {
        const point = { number: Math.floor(place / 2) + 1, when: place % 2 === 0 ? 'before' : 'after' } as const;
        const { crashed, last, ending } = await campaign.dieAt(point);
        if (!crashed) break;
        const how = 'credential' in ending ? 'credential' : `refused at ${ending.refusedBy}`;
        t.diagnostic(`${point.when} ${last}: ${how}`);
        passed += 1;
      }
      assert.ok(passed >= Math.floor(30 / stride), `only ${passed} points were reached`);
      await campaign.check();
    });
  }

  for (const manner of ALL ? (['prompt', 'slow'] as const) : (['slow'] as const)) {
    it(`a kill between any two steps of the wallet, the claims webhook being ${manner}`, async (t) => {
      const campaign = await openCampaign(manner, SEED);
      t.after(() => campaign.close());
      const steps = await campaign.dieBetweenSteps();
      // A kill may also keep the claims away until the credential is deferred.
      const missing = PRESENTING_STEPS.filter((step) => !steps.has(step) && (manner === 'slow' || step !== 'deferred'));
      assert.deepEqual(missing, []);
      await campaign.check();
    });
  }
});
