/** The five services on Kafka, MongoDB and Redis, each engine the campaign's own. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@countersign/shared/store/port';
import { sessions } from '@countersign/shared/test/model/every-tenant';
import { until } from '@countersign/shared/test/patience';
import { openPatientStore } from '@countersign/shared/test/store/mongo/mongo-server';
import type { ServiceProcess } from '../../cluster/cluster-processes.ts';
import type { Engine } from '../../engines/engine.ts';
import { bundled } from '../../support/bundled.ts';
import { cachedOf, documentsOf } from '../../support/engine-dump.ts';
import { type ClusterWorld, openClusterWorld } from '../cluster-world.ts';
import { checkContent } from '../invariants.ts';
import { killPointFile } from '../kill-point-file.ts';
import { topicsOf } from '../replayed-topics.ts';
import { pick } from '../seeded.ts';
import { API_KEY, backendOf } from '../server-process.ts';
import { type EngineLinks, openEngineLinks } from './engine-links.ts';
import { logOf, type Outage, type Restart, type System, timed } from './system.ts';

/** @param folder for the file that steers the processes */
export async function openClusterSystem(folder: string): Promise<System> {
  const killPoint = killPointFile(join(folder, 'point'));
  let links: EngineLinks | undefined;
  const world = await openClusterWorld(
    { after: () => undefined },
    {
      nodeOptions: ['--import', bundled('kill-point')],
      through: async (engines) => {
        links = await openEngineLinks(engines);
        return links.env;
      },
      env: {
        AUTH_API_KEY: API_KEY,
        KILL_POINT_FILE: killPoint.path,
        KILL_POINT_ENGINES: 'true',
        AUDIT_FILE: join(folder, 'audit.jsonl'),
        LOG_LEVEL: 'warn',
        WEBHOOK_TIMEOUT: '1',
        WEBHOOK_SCHEDULE: `0${',1'.repeat(19)}`,
      },
    },
  );
  const { processes } = world.cluster;
  if (links === undefined) throw new Error('There is no way to the engines');
  const { partitions, breaks, close } = links;
  const restarts: Restart[] = [];
  const config = (path: string): string => join(world.folder, 'config', path);
  return {
    ...backendOf({ url: world.url }),
    mode: 'five services',
    killPoint,
    outages: {
      kafka: outage(world.kafka),
      mongodb: outage(world.mongodb),
      redis: outage(world.redis),
      'kafka cut off': partitions.kafka,
      'mongodb cut off': partitions.mongodb,
      'redis cut off': partitions.redis,
      'broken writes': breaks,
    },
    kill: async (dice, away = 0) => {
      const victim = pick(dice, processes);
      await victim.kill();
      await sleep(away);
      await timed(restarts, 'service', () => victim.start());
    },
    restart: async (dice) => {
      const victim = pick(dice, processes);
      const { code, stderr } = await victim.terminate();
      assert.equal(code, 0, `SIGTERM: ${stderr}`);
      await victim.start();
    },
    writeConfig: (path, text) => {
      mkdirSync(dirname(config(path)), { recursive: true });
      writeFileSync(config(path), text);
    },
    removeConfig: (path) => rmSync(config(path), { force: true }),
    stopWorker: notHere,
    revive: async () => {
      const died = (): readonly ServiceProcess[] => processes.filter(({ pid }) => pid === undefined);
      await until('a service has died', () => died().length > 0);
      for (const victim of died()) await timed(restarts, 'service', () => victim.start());
    },
    second: notHere,
    ahead: () => assert.fail('its clocks are the machine’s'),
    restarts,
    pids: () => processes.flatMap(({ pid }) => (pid === undefined ? [] : [pid])),
    places: async () => [
      ...(await documentsOf(world.env)),
      await cachedOf(world.env),
      await topicsOf(world.env),
      logOf(world.lines()),
    ],
    finish: () => finish(world),
    close: async () => {
      await world.close();
      await close();
    },
  };
}

async function notHere(): Promise<never> {
  assert.fail('five services have none of this');
}

function outage(engine: Engine): Outage {
  return { begin: () => engine.kill(), end: () => engine.start() };
}

async function finish(world: ClusterWorld): Promise<readonly string[]> {
  const { MONGODB_URL = '', MONGODB_DATABASE = '' } = world.env;
  const store = await openPatientStore(MONGODB_URL, MONGODB_DATABASE);
  try {
    await until('nothing waits', async () => (await waiting(store)) === 0, 120_000).catch(() => undefined);
    const left = await waiting(store);
    return [
      ...(left === 0 ? [] : ['An outbox or a delivery waits without end']),
      ...(await checkContent(store)),
      ...world.cluster.processes
        .flatMap(({ surprises }) => surprises)
        .filter(({ signal }) => signal !== 'SIGKILL')
        .map((how) => `A service ended unasked: ${JSON.stringify(how)}`),
    ];
  } finally {
    await store.close();
  }
}

async function waiting(store: Store): Promise<number> {
  const found = await Promise.all(['outbox', 'pending'].map((index) => store.find(sessions, { index, limit: 1 })));
  return found.flatMap(({ documents }) => documents).length;
}
