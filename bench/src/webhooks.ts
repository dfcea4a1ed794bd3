/**
 * What a webhook costs the wallet, and what a dead target costs the others:
 * 1. presentations without a webhook, with an immediate response, and with one after 3 s, in turns;
 * 2. presentations to 50 targets, in turns with all alive and with one that accepts connections and never responds.
 *    `npm run bench -- webhooks --flows 2000 --rounds 3`; with --cluster what webhooks-cluster.ts measures.
 */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { issuanceLoad } from './flows/issuance-flow.ts';
import { makePresenter, type Presenter, presentationLoad, writeConfiguration } from './flows/presentation-flow.ts';
import { arrived, openTarget, type Target } from './flows/webhook-target.ts';
import { measure, percentile, print, row } from './load/closed-loop.ts';
import { type ServerProcess, startServerProcess } from './server/server-process.ts';
import { webhooksOnCluster } from './webhooks-cluster.ts';

const { values } = parseArgs({
  options: {
    flows: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '4' },
    keys: { type: 'string', default: '200' },
    cluster: { type: 'boolean', default: false },
    /** With --cluster: presentations while Kafka is unreachable. */
    queued: { type: 'string', default: '0' },
  },
});
const FLOWS = Number(values.flows);
const ROUNDS = Number(values.rounds);
const CONCURRENCY = Number(values.concurrency);
const SLOW = 3000;
const TARGETS = 50;

async function slowTarget(server: ServerProcess, presenters: readonly Presenter[]): Promise<void> {
  const targets = {
    'no webhook': undefined,
    'answered immediately': await openTarget(0),
    'takes 3 s': await openTarget(SLOW),
  };
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, target] of Object.entries(targets)) {
      const hooks = target === undefined ? {} : { target: () => target.url };
      const { steps } = await measure(presentationLoad(server, presenters, hooks), 200, CONCURRENCY);
      times.set(name, [...(times.get(name) ?? []), ...(steps.get('response') ?? [])]);
    }
  }
  print(`\nThe wallet's answer, ${200 * ROUNDS} each, c=${CONCURRENCY}`);
  print(`  ${'webhook'.padEnd(16)} ${'p50'.padStart(8)} ${'p95'.padStart(8)} ${'p99'.padStart(8)}  ms`);
  for (const [name, all] of times) print(row(name, all));
  for (const target of Object.values(targets)) target?.server.closeAllConnections();
  for (const target of Object.values(targets)) target?.server.close();
}

async function deadTarget(server: ServerProcess, presenters: readonly Presenter[]): Promise<void> {
  const delays: Record<'all alive' | 'one dead', number[]> = { 'all alive': [], 'one dead': [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of ['all alive', 'one dead'] as const) {
      // Separate targets, so that no breaker is open from the previous round.
      const targets = await Promise.all(Array.from({ length: TARGETS }, () => openTarget(0)));
      const dead = targets[0];
      if (kind === 'one dead' && dead !== undefined) dead.manner = 'never';
      const answered = new Map<string, number>();
      const expected: string[] = [];
      const urlOf = (number: number): Target => targets[number % TARGETS] as Target;
      const load = presentationLoad(server, presenters, {
        target: (number) => urlOf(number).url,
        answered: (session) => answered.set(session, performance.now()),
      });
      const { flow } = load;
      const noted = {
        ...load,
        flow: async (call: Parameters<typeof flow>[0], number: number) => {
          const session = await flow(call, number);
          if (urlOf(number) !== dead) expected.push(session);
          return session;
        },
      };
      await measure(noted, FLOWS, CONCURRENCY);
      for (let wait = 0; wait < 200 && !expected.every((session) => arrived.has(session)); wait += 1) await sleep(50);
      for (const session of expected) {
        const at = arrived.get(session);
        if (at === undefined) throw new Error(`The webhook of ${session} did not come within 10 s`);
        delays[kind].push(at - (answered.get(session) ?? Number.NaN));
      }
      for (const { server: receiver } of targets) {
        receiver.closeAllConnections();
        receiver.close();
      }
    }
  }
  print(`\nFrom the wallet's answer to the webhook at the ${TARGETS - 1} others, ${delays['all alive'].length} each`);
  print(`  ${'targets'.padEnd(16)} ${'p50'.padStart(8)} ${'p95'.padStart(8)} ${'p99'.padStart(8)}  ms`);
  for (const [name, all] of Object.entries(delays)) print(row(name, all));
  const ratio = percentile(delays['one dead'], 0.99) / percentile(delays['all alive'], 0.99);
  print(`  p99 with one dead target: ${((ratio - 1) * 100).toFixed(1)} % more`);
}

if (values.cluster) {
  await webhooksOnCluster({
    flows: FLOWS,
    queued: Number(values.queued),
    concurrency: CONCURRENCY,
    keys: Number(values.keys),
  });
} else {
  await webhooksInOneProcess();
}

async function webhooksInOneProcess(): Promise<void> {
  const server = await startServerProcess(resolve(import.meta.dirname, '../..'), { OUTBOUND_ALLOW: '127.0.0.1' });
  try {
    await writeConfiguration(server);
    const keys = Array.from({ length: Number(values.keys) }, () => ({ holder: newWalletKey() }));
    const { outcomes } = await measure(issuanceLoad(server, keys), keys.length, 8);
    const presenters = outcomes.map(({ credential, keys: own }) =>
      makePresenter(credential, own.holder, newWalletKey()),
    );
    await measure(presentationLoad(server, presenters), 1500, 8);
    print(`Node ${process.version}, rounds in turns: ${ROUNDS}`);
    await slowTarget(server, presenters);
    await deadTarget(server, presenters);
  } finally {
    await server.stop();
  }
}
