/** Issuances with a presentation, by one wallet after the other, on a server that is killed at chosen points. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { openEmbeddedStore } from '@countersign/shared/store/lmdb/embedded';
import { deliveries, sessions } from '@countersign/shared/test/model/every-tenant';
import { timeLimit } from '@countersign/shared/test/patience';
import { bundled } from '../support/bundled.ts';
import { verifyWithLibrary } from '../support/credential.ts';
import { holdPid, pidQuestion } from '../support/presentation.ts';
import { memberConfiguration } from '../support/presentation-during-issuance.ts';
import { type ClaimsBackend, levelOf, type Manner, openClaimsBackend } from './claims-backend.ts';
import type { Step, World } from './exchange.ts';
import { checkFromOutside, checkStore, nothingWaits } from './invariants.ts';
import { type KillPoint, killPointFile } from './kill-point-file.ts';
import { newLedger } from './ledger.ts';
import { type Ending, issueMember, memberOffer } from './presenting-wallet.ts';
import { seeded } from './seeded.ts';
import { API_KEY, openServerProcess, type ServerProcess } from './server-process.ts';

/** Milliseconds that a wallet has, over a restart and a lease that a dead worker has left. */
const PATIENCE = 60_000;
/** Milliseconds for the server to finish after the wallet has: published events are acknowledged. */
const AFTERMATH = 2500;

export interface Campaign {
  /** One issuance, in which the server is killed at this point and restarted; its outcome is checked. */
  dieAt(point: Omit<KillPoint, 'session'>): Promise<KilledIssuance>;
  /** One issuance, with a kill before the first request of each step. @returns the steps */
  dieBetweenSteps(): Promise<ReadonlySet<Step>>;
  /** Asserts the invariants at the end; the server has then stopped. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface KilledIssuance {
  /** False if the issuance ended before the point was reached. */
  readonly crashed: boolean;
  /** The last point reached: `<number> <what>`. */
  readonly last: string;
  readonly ending: Ending;
}

export async function openCampaign(manner: Manner, seed: number): Promise<Campaign> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-kill-'));
  const killPoint = killPointFile(join(folder, 'point'));
  const backend = await openClaimsBackend(manner);
  const server = await openServerProcess(
    // Short, so that what a dead worker had leased is soon free.
    { WEBHOOK_TIMEOUT: '1', CLAIMS_WAIT: '300', DEFERRED_NOTIFICATION: 'on', KILL_POINT_FILE: killPoint.path },
    { nodeOptions: ['--import', bundled('kill-point')] },
  );
  server.writeConfig('issuance/member.json', memberConfiguration(backend.url));
  server.writeConfig('presentation/identity.json', pidQuestion);
  const running = keepRunning(server);
  await running.ready();
  const held = await holdPid({ url: server.url, a: backendOf(server) });
  let isOver = timeLimit(PATIENCE);
  let beforeStep: World['before'];
  const world: World = {
    url: server.url,
    ledger: newLedger(),
    dice: seeded(seed),
    kills: running.kills,
    sending: () => undefined,
    before: async (step) => beforeStep?.(step),
    isOver: () => isOver(),
  };
  const issue = async (begun?: (session: string) => void): Promise<Ending> => {
    isOver = timeLimit(PATIENCE);
    const deferred = (): void => backend.release(issuance.session);
    const issuance = await memberOffer(world, held, { mayFail: manner === 'gone', deferred });
    begun?.(issuance.session);
    const ending = await issueMember(issuance);
    assert.equal('credential' in ending, manner !== 'gone', JSON.stringify([ending, world.ledger.violations]));
    return ending;
  };
  return {
    dieAt: async (point) => {
      const killsBefore = running.kills();
      const ending = await issue((session) => killPoint.arm({ session, ...point }));
      for (const hasEnded = timeLimit(AFTERMATH); killPoint.isArmed() && !(await hasEnded()); ) await sleep(20);
      const crashed = !killPoint.isArmed();
      killPoint.disarm();
      while (crashed && running.kills() === killsBefore) await sleep(5);
      await running.ready();
      return { crashed, last: killPoint.reached().at(-1) ?? '', ending };
    },
    dieBetweenSteps: async () => {
      const steps = new Set<Step>();
      beforeStep = async (step) => {
        if (step === 'offer' || step === 'offer document' || steps.has(step)) return;
        steps.add(step);
        await running.kill();
      };
      await issue();
      beforeStep = undefined;
      return steps;
    },
    check: async () => {
      isOver = timeLimit(PATIENCE);
      await check({ server, world, backend, manner, stop: running.stop });
    },
    close: async () => {
      running.stop();
      await server.close();
      await backend.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Running {
  readonly kills: () => number;
  /** Resolves when the current run accepts requests. */
  ready(): Promise<void>;
  kill(): Promise<void>;
  /** Prevents further restarts. */
  stop(): void;
}

/** Starts the server whenever it has crashed. */
function keepRunning(server: ServerProcess): Running {
  let [kills, stopped] = [0, false];
  const begin = (): Promise<void> => {
    const run = server.begin();
    void run.ended.then(() => {
      if (stopped) return;
      kills += 1;
      ready = begin();
    });
    return server.start();
  };
  let ready = begin();
  return {
    kills: () => kills,
    ready: () => ready,
    kill: async () => {
      const before = kills;
      await server.kill();
      while (kills === before) await sleep(5);
      await ready;
    },
    stop: () => {
      stopped = true;
    },
  };
}

function backendOf({ url }: ServerProcess): (path: string, init?: RequestInit) => Promise<Response> {
  const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
  return (path, init) => fetch(url + path, { ...init, headers });
}

interface Ended {
  readonly server: ServerProcess;
  readonly world: World;
  readonly backend: ClaimsBackend;
  readonly manner: Manner;
  readonly stop: () => void;
}

async function check({ server, world, backend, manner, stop }: Ended): Promise<void> {
  const { ledger } = world;
  assert.deepEqual([...ledger.violations, ...(await checkFromOutside(world))], []);
  for (const { session, credential } of ledger.credentials) {
    const { claims } = await verifyWithLibrary(credential);
    assert.equal(claims.level, levelOf(session), 'claims of another session');
  }
  assert.ok(await nothingWaits(server.dataFolder), 'an outbox or a mark was left');
  stop();
  const ended = await server.terminate();
  assert.deepEqual([ended.code, ended.signal], [0, null], ended.stderr);
  assert.deepEqual(await checkStore(server.dataFolder), []);
  assert.deepEqual(await checkSessions(server.dataFolder, [...ledger.offers.keys()], manner, backend), []);
  assert.deepEqual(
    server.surprises.filter(({ signal }) => signal !== 'SIGKILL'),
    [],
    'the server ended by itself',
  );
  assert.deepEqual(
    server.lines.filter((line) => line.includes('"level":"error"')),
    [],
  );
}

/** No session is stuck, and a presentation has one delivery, whose id is every call's. */
async function checkSessions(
  dataFolder: string,
  ids: readonly string[],
  manner: Manner,
  { calls }: ClaimsBackend,
): Promise<string[]> {
  const store = await openEmbeddedStore({ folder: dataFolder });
  const found: string[] = [];
  try {
    for (const id of ids) {
      const session = await store.get(sessions, id);
      found.push(...stuck(session, id, manner));
      const { documents } = await store.find(deliveries, { index: 'session', equal: [id], limit: 100 });
      const requests = documents.map(({ data }) => String(data.request));
      if (new Set(requests).size < requests.length) found.push(`${id}: a presentation has two deliveries`);
      if (documents.some(({ state }) => state !== 'delivered' && state !== 'dead')) found.push(`${id}: not ended`);
      const known = new Set(documents.map((delivery) => delivery.id));
      const own = calls.filter((call) => call.session === id);
      if (own.some((call) => !known.has(call.id))) found.push(`${id}: a call with an id of its own`);
      if (own.length === 0) found.push(`${id}: its webhook was never called`);
    }
    return found;
  } finally {
    await store.close();
  }
}

function stuck(session: SessionDocument | undefined, id: string, manner: Manner): readonly string[] {
  const progress = session?.issuance?.progress;
  // The wallet can't report that it accepts credentials whose response was lost.
  const done = (session?.issuance?.credentials.length ?? 0) > 1 ? 'issued' : 'completed';
  const wanted = manner === 'gone' ? 'failed claims_unavailable' : done;
  const state = progress?.state === 'failed' ? `failed ${progress.reason}` : progress?.state;
  return [
    ...(state === wanted ? [] : [`${id} is ${state}`]),
    ...(session?.outbox.length === 0 && session.pendingDeliveries.length === 0 ? [] : [`${id} waits for something`]),
  ];
}
