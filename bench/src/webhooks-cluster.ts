/**
 * Webhooks over Kafka:
 * 1. from the wallet's response to the webhook, at a target that takes 50 ms;
 * 2. how long the deliveries that queued while Kafka was unreachable take when it is reachable again.
 * `npm run bench -- webhooks --cluster --flows 1000 --queued 10000`
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { issuanceLoad } from './flows/issuance-flow.ts';
import { makePresenter, presentationLoad, writeConfiguration } from './flows/presentation-flow.ts';
import { arrived, openTarget } from './flows/webhook-target.ts';
import { measure, percentile, print, row } from './load/closed-loop.ts';
import { startClusterServer } from './server/cluster-server.ts';

const TARGET_TAKES = 50;

export async function webhooksOnCluster(options: {
  readonly flows: number;
  readonly queued: number;
  readonly concurrency: number;
  readonly keys: number;
}): Promise<void> {
  const server = await startClusterServer(resolve(import.meta.dirname, '../..'), { OUTBOUND_ALLOW: '127.0.0.1' });
  try {
    await writeConfiguration(server);
    const keys = Array.from({ length: options.keys }, () => ({ holder: newWalletKey() }));
    const { outcomes } = await measure(issuanceLoad(server, keys), keys.length, 8);
    const presenters = outcomes.map(({ credential, keys: own }) =>
      makePresenter(credential, own.holder, newWalletKey()),
    );
    await measure(presentationLoad(server, presenters), 500, 8);

    const target = await openTarget(TARGET_TAKES);
    const answered = new Map<string, number>();
    const hooks = {
      target: () => target.url,
      answered: (session: string) => void answered.set(session, performance.now()),
    };
    await measure(presentationLoad(server, presenters, hooks), options.flows, options.concurrency);
    await untilAll([...answered.keys()], 30_000);
    const delays = [...answered].map(([session, at]) => (arrived.get(session) ?? Number.NaN) - at);
    print(`\nFrom the wallet's answer to the webhook, by Kafka, ${delays.length} at c=${options.concurrency}`);
    print(`  ${''.padEnd(16)} ${'p50'.padStart(8)} ${'p95'.padStart(8)} ${'p99'.padStart(8)}  ms`);
    print(row(`target ${TARGET_TAKES} ms`, delays));
    target.server.closeAllConnections();
    target.server.close();

    const { kafka } = server.engines;
    if (options.queued === 0 || kafka === undefined) return;
    const fast = await openTarget(0);
    const waiting: string[] = [];
    await kafka.kill();
    const queueing = { target: () => fast.url, answered: (session: string) => void waiting.push(session) };
    const begun = performance.now();
    await measure(presentationLoad(server, presenters, queueing), options.queued, 32);
    print(
      `\n${waiting.length} presentations while Kafka was away, in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
    );
    const early = waiting.filter((session) => arrived.has(session)).length;
    await kafka.start();
    const back = performance.now();
    await untilAll(waiting, 600_000);
    const times = waiting.map((session) => (arrived.get(session) ?? Number.NaN) - back);
    print(`  webhooks before it was back: ${early}`);
    print(
      `  all webhooks ${(Math.max(...times) / 1000).toFixed(1)} s after it was back (p50 ${(percentile(times, 0.5) / 1000).toFixed(1)} s)`,
    );
    fast.server.closeAllConnections();
    fast.server.close();
  } finally {
    await server.stop();
  }
}

async function untilAll(sessions: readonly string[], patience: number): Promise<void> {
  const end = performance.now() + patience;
  while (sessions.some((session) => !arrived.has(session))) {
    if (performance.now() > end) {
      const missing = sessions.filter((session) => !arrived.has(session)).length;
      throw new Error(`${missing} of ${sessions.length} webhooks did not come within ${patience / 1000} s`);
    }
    await sleep(50);
  }
}
