/** The erasure canary in the documents of MongoDB and the keys of Redis. Needs KAFKA_BROKERS, MONGODB_URL, REDIS_URL. */
import { it } from 'node:test';

it('no personal value is readable in the engines, before an erasure or after it', async (t) => {
  process.env.COUNTERSIGN_TEST_MODE = 'cluster';
  const { canaryFlow } = await import('../support/canary-flow.ts');
  const { engineDump } = await import('../support/engine-dump.ts');
  await canaryFlow(t, engineDump);
});
