/** The faults of a campaign, by the numbers of the fault plan; each strikes a system under load. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOfLoadBalancer, PRESENTING_STEPS, STEPS } from '../exchange.ts';
import { type Dice, pick } from '../seeded.ts';
import type { CampaignWorld } from './campaign-world.ts';
import type { EngineOutage, Mode } from './system.ts';

export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly modes: readonly Mode[];
  /** Share of the kills, among the shares of the mode's scenarios. */
  readonly share: number;
  /** One strike, which counts its kills. */
  readonly strike: (world: CampaignWorld, dice: Dice) => Promise<void>;
}

const EMBEDDED: readonly Mode[] = ['one process', 'workers'];
const CLUSTER: readonly Mode[] = ['five services'];
const ALL: readonly Mode[] = ['one process', 'workers', 'five services'];
/** More writes and publications than a session has until its end. */
const POINTS = 24;
/** Milliseconds for a session to reach its kill point. */
const REACHED = 3000;
/** Milliseconds of the one long outage of a whole round. */
const LONG = 60_000;

export const SCENARIOS: readonly Scenario[] = [
  { id: 'F1', title: 'killed at a write or a publication', modes: ALL, share: 6, strike: atPoint },
  { id: 'F2', title: 'killed at any moment', modes: ALL, share: 8, strike: atRandom },
  { id: 'F4', title: 'Kafka goes and comes, once after a minute', modes: CLUSTER, share: 1, strike: without('kafka') },
  { id: 'F7', title: 'MongoDB goes and comes', modes: CLUSTER, share: 1, strike: without('mongodb') },
  { id: 'F8', title: 'writes lose their connection', modes: CLUSTER, share: 1, strike: without('broken writes') },
  { id: 'F9', title: 'Redis goes, and comes back empty', modes: CLUSTER, share: 1, strike: without('redis') },
  { id: 'F10', title: 'the webhook target refuses, redirects or hangs', modes: ALL, share: 2, strike: badTarget },
  { id: 'F13', title: 'the clock jumps', modes: EMBEDDED, share: 1, strike: clockJump },
  { id: 'F16', title: 'a second server on the same data', modes: EMBEDDED, share: 1, strike: secondServer },
  { id: 'F17', title: 'SIGTERM under load', modes: ALL, share: 2, strike: stopped },
  { id: 'F18', title: 'a service is unavailable for a while', modes: CLUSTER, share: 1, strike: away },
  { id: 'F20', title: 'an engine is cut off', modes: CLUSTER, share: 1.5, strike: cutOff },
  { id: 'F21', title: 'a broken configuration file', modes: EMBEDDED, share: 1, strike: brokenFile },
  { id: 'F22', title: 'keys are rotated', modes: ALL, share: 1, strike: rotation },
  { id: 'stopped', title: 'a worker is stopped (SIGSTOP)', modes: ['workers'], share: 0.5, strike: stoppedWorker },
];

/** Within milliseconds of a request, or at any moment. */
async function atRandom(world: CampaignWorld, dice: Dice): Promise<void> {
  const { system, nextSent } = world;
  await sleep(dice() * 150);
  if (dice() < 0.6) {
    await Promise.race([nextSent(pick(dice, [...STEPS, ...PRESENTING_STEPS])), sleep(500)]);
    await sleep(dice() * 8);
  } else await sleep(dice() * 400);
  world.killed();
  await system.kill(dice);
}

async function atPoint(world: CampaignWorld, dice: Dice): Promise<void> {
  const { system } = world;
  const point = system.killPoint;
  const session = await new Promise<string>((resolve) => {
    world.offered = resolve;
  });
  const number = 1 + Math.floor(dice() * POINTS);
  point.arm({ session, number, when: dice() < 0.5 ? 'before' : 'after' });
  const until = performance.now() + REACHED;
  while (point.isArmed() && performance.now() < until) await sleep(10);
  const reached = !point.isArmed();
  point.disarm();
  if (!reached) return;
  world.killed();
  await system.revive();
}

function without(what: EngineOutage): Scenario['strike'] {
  return async (world, dice) => {
    const outage = world.system.outages?.[what];
    assert.ok(outage !== undefined, `the system has ${what}`);
    if (what === 'redis') world.cacheLost = true;
    await outage.begin();
    const isLong = what === 'kafka' && world.kills() === 9;
    await sleep(isLong ? LONG : 1000 + dice() * 4000);
    await outage.end();
    await atRandom(world, dice);
  };
}

async function cutOff(world: CampaignWorld, dice: Dice): Promise<void> {
  const engine = pick(dice, ['kafka', 'mongodb', 'redis'] as const);
  await without(`${engine} cut off`)(world, dice);
}

/** Longer than its callers wait, and than its lease lasts. */
async function away(world: CampaignWorld, dice: Dice): Promise<void> {
  world.killed();
  await world.system.kill(dice, 3000 + dice() * 12_000);
}

async function badTarget(world: CampaignWorld, dice: Dice): Promise<void> {
  const { receiver } = world;
  receiver.status = pick(dice, [500, 302, 429, 404]);
  receiver.silent = dice() < 0.3;
  try {
    await atRandom(world, dice);
  } finally {
    Object.assign(receiver, { status: 204, silent: false });
  }
}

async function clockJump(world: CampaignWorld, dice: Dice): Promise<void> {
  const by = (dice() < 0.5 ? -1 : 1) * Math.ceil(dice() * 20_000);
  // A server that started ahead of the clock responds with 503 until the clock has caught up, and then refuses older nonces.
  world.cacheLost = true;
  world.system.ahead(by);
  await atRandom(world, dice);
  world.system.ahead(-by);
}

async function secondServer(world: CampaignWorld, dice: Dice): Promise<void> {
  if ((await world.system.second()) === 0) world.ledger.violations.push('A second server started on the same data');
  await atRandom(world, dice);
}

async function stopped(world: CampaignWorld, dice: Dice): Promise<void> {
  await world.system.restart(dice);
  await atRandom(world, dice);
}

async function brokenFile(world: CampaignWorld, dice: Dice): Promise<void> {
  world.system.writeConfig('issuance/broken.json', '{"config": ');
  await atRandom(world, dice);
  world.system.removeConfig('issuance/broken.json');
}

async function rotation(world: CampaignWorld, dice: Dice): Promise<void> {
  const rotated = world.system.a('/keys/credential/rotate', { method: 'POST' }).catch(() => undefined);
  await atRandom(world, dice);
  const answer = await rotated;
  if (answer === undefined || answer.status < 500 || answer.status === 503 || isOfLoadBalancer(answer)) return;
  world.ledger.violations.push(`A rotation answered ${answer.status} ${await answer.text()}`);
}

async function stoppedWorker(world: CampaignWorld, dice: Dice): Promise<void> {
  world.killed();
  await world.system.stopWorker(dice);
}
