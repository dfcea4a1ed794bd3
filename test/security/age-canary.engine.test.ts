/** The canary of age checks over five services. Needs KAFKA_BROKERS, MONGODB_URL, REDIS_URL. */
import { it } from 'node:test';

it('of a proof of age only the answer is kept, in the engines too', async (t) => {
  process.env.COUNTERSIGN_TEST_MODE = 'cluster';
  const { ageCanaryFlow } = await import('../support/age-canary-flow.ts');
  const { engineDump } = await import('../support/engine-dump.ts');
  await ageCanaryFlow(t, engineDump);
});
