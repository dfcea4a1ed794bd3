/**
 * Presentation during issuance on five services with two replicas each, on KAFKA_BROKERS, MONGODB_URL and REDIS_URL:
 * before each step of the wallet a replica is killed, each service in turn, and restarted while the wallet continues.
 * At the end every message in Kafka comes twice more, in a different order.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { deliveries, sessions } from '@countersign/shared/test/model/every-tenant';
import { timeLimit, until } from '@countersign/shared/test/patience';
import { openPatientStore } from '@countersign/shared/test/store/mongo/mongo-server';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { type ClusterProcesses, openCluster, SERVICES, type ServiceProcess } from '../cluster/cluster-processes.ts';
import { verifyWithLibrary } from '../support/credential.ts';
import { patientLimits, prepareEngines, removeFromEngines } from '../support/engine-names.ts';
import { holdPid, pidQuestion } from '../support/presentation.ts';
import { memberConfiguration } from '../support/presentation-during-issuance.ts';
import { copySamples } from '../support/samples.ts';
import { type ClaimsBackend, levelOf, type Manner, openClaimsBackend } from './claims-backend.ts';
import { errorsOf } from './cluster-world.ts';
import { PRESENTING_STEPS, type Step, type World } from './exchange.ts';
import { unexplainedUses } from './history.ts';
import { openIngress } from './ingress.ts';
import { newLedger } from './ledger.ts';
import { issueMember, memberOffer } from './presenting-wallet.ts';
import { replayTopics } from './replayed-topics.ts';
import { seeded } from './seeded.ts';
import { API_KEY } from './server-process.ts';
import { startEnv } from './start-world.ts';

const missing = ['KAFKA_BROKERS', 'MONGODB_URL', 'REDIS_URL'].filter((name) => process.env[name] === undefined);
const skip = missing.length > 0 && `needs ${missing.join(', ')}`;
/** Milliseconds that a wallet has: an event may wait until Kafka notices that its consumer has crashed. */
const PATIENCE = 60_000;

for (const manner of ['prompt', 'slow'] as const) {
  const title = `replicas are killed between the steps of the wallet, the claims webhook being ${manner}`;
  test(title, { skip }, async (t) => {
    const { world, cluster, backend, env, beforeStep } = await openWorld(t, manner);
    const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
    const a = (path: string, init?: RequestInit): Promise<Response> => fetch(world.url + path, { ...init, headers });
    let held: HeldCredential | undefined;
    // A Redis that was empty at the start requests one more nonce.
    await until('a wallet gets its PID', async () => {
      held = await holdPid({ url: world.url, a });
      return true;
    });
    assert.ok(held !== undefined);
    const victims = killInTurn(cluster);
    const steps = new Set<Step>();
    beforeStep(async (step) => {
      if (steps.has(step)) return;
      steps.add(step);
      await victims.next();
    });
    const deferred = (): void => backend.release(issuance.session);
    const issuance = await memberOffer(world, held, { mayFail: false, deferred });
    const ending = await issueMember(issuance);
    beforeStep(undefined);
    assert.ok('credential' in ending, JSON.stringify([ending, world.ledger.violations]));
    const { claims } = await verifyWithLibrary(ending.credential);
    assert.equal(claims.level, levelOf(issuance.session));
    const unkilled = PRESENTING_STEPS.filter((step) => !steps.has(step) && (manner === 'slow' || step !== 'deferred'));
    assert.deepEqual(unkilled, []);
    await victims.allBack();
    assert.deepEqual(world.ledger.violations, []);
    assert.deepEqual(unexplainedUses(world.ledger.uses), []);
    await checkSession(env, issuance.session, backend);
    // Once more, in a different order: every decision stays unchanged, including its revision.
    const [before, calls] = [await documentsOf(env), backend.calls.length];
    assert.ok((await replayTopics(env, world.dice)) >= 5);
    assert.deepEqual(await documentsOf(env), before);
    assert.equal(backend.calls.length, calls);
    assert.deepEqual(
      cluster.processes.flatMap(({ surprises }) => surprises),
      [],
    );
    assert.deepEqual(errorsOf(cluster.processes), []);
  });
}

interface KilledWorld {
  readonly world: World;
  readonly cluster: ClusterProcesses;
  readonly backend: ClaimsBackend;
  readonly env: Readonly<Record<string, string>>;
  readonly beforeStep: (act: World['before']) => void;
}

async function openWorld(t: TestContext, manner: Manner): Promise<KilledWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-replicas-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  copySamples(folder);
  const backend = await openClaimsBackend(manner);
  t.after(() => backend.close());
  writeFileSync(join(folder, 'config/issuance/member.json'), JSON.stringify(memberConfiguration(backend.url)));
  writeFileSync(join(folder, 'config/presentation/identity.json'), JSON.stringify(pidQuestion));
  const ingress = await openIngress();
  t.after(() => ingress.close());
  const env = startEnv({
    CONFIG_FOLDER: join(folder, 'config'),
    AUTH_API_KEY: API_KEY,
    PUBLIC_URL: ingress.url,
    OUTBOUND_ALLOW: '127.0.0.1',
    WEBHOOK_TIMEOUT: '1',
    CLAIMS_WAIT: '500',
    DEFERRED_NOTIFICATION: 'on',
    LOG_LEVEL: 'info',
    ...(await patientLimits()),
  });
  await prepareEngines(env);
  t.after(() => removeFromEngines(env));
  const cluster = await openCluster({ folder, env, publicUrl: ingress.url, replicas: 2 });
  t.after(() => cluster.close());
  ingress.gateways = cluster.gateways;
  await cluster.start();
  let before: World['before'];
  const world: World = {
    url: ingress.url,
    ledger: newLedger(),
    dice: seeded(manner.length),
    kills: () => killed,
    sending: () => undefined,
    before: async (step) => before?.(step),
    isOver: timeLimit(2 * PATIENCE),
  };
  let killed = 0;
  const beforeStep = (act: World['before']): void => {
    before =
      act &&
      (async (step) => {
        await act(step);
        killed += 1;
      });
  };
  return { world, cluster, backend, env, beforeStep };
}

/** One replica after the other, another service each time; a service never lacks both. */
function killInTurn(cluster: ClusterProcesses): { next(): Promise<void>; allBack(): Promise<void> } {
  const back = new Map<ServiceProcess, Promise<void>>();
  let turn = 0;
  return {
    next: async () => {
      const service = SERVICES[turn % SERVICES.length] ?? assert.fail();
      const replica = Math.floor(turn / SERVICES.length) % 2;
      turn += 1;
      const [victim, other] = [cluster.of(service)[replica], cluster.of(service)[1 - replica]];
      assert.ok(victim !== undefined && other !== undefined);
      await Promise.all([back.get(victim), back.get(other)]);
      await victim.kill();
      back.set(victim, victim.start());
    },
    allBack: async () => void (await Promise.all(back.values())),
  };
}

/** Every session and delivery, as stored. */
async function documentsOf({
  MONGODB_URL: url = '',
  MONGODB_DATABASE: database = '',
}: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const store = await openPatientStore(url, database);
  try {
    const waiting = async (): Promise<number> =>
      (await store.find(sessions, { index: 'outbox', limit: 1 })).documents.length;
    await until('everything is pulled', async () => (await waiting()) === 0);
    const all = await store.find(sessions, { index: 'age', limit: 100 });
    const made = await store.find(deliveries, { index: 'session', limit: 100 });
    return [...all.documents, ...made.documents];
  } finally {
    await store.close();
  }
}

/** The session has ended and waits for nothing; its webhook was called with one id per presentation. */
async function checkSession(
  { MONGODB_URL: url = '', MONGODB_DATABASE: database = '' }: Readonly<Record<string, string>>,
  id: string,
  { calls }: ClaimsBackend,
): Promise<void> {
  const store = await openPatientStore(url, database);
  try {
    await until('nothing waits', async () => {
      const session = await store.get(sessions, id);
      return session?.outbox.length === 0 && session.pendingDeliveries.length === 0;
    });
    const session = await store.get(sessions, id);
    const several = (session?.issuance?.credentials.length ?? 0) > 1;
    assert.equal(session?.issuance?.progress.state, several ? 'issued' : 'completed');
    const { documents } = await store.find(deliveries, { index: 'session', equal: [id], limit: 100 });
    const requests = documents.map(({ data }) => data.request);
    assert.equal(new Set(requests).size, requests.length);
    assert.ok(calls.length > 0);
    assert.ok(calls.every((call) => documents.some((delivery) => delivery.id === call.id)));
  } finally {
    await store.close();
  }
}
