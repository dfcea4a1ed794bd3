/**
 * SIGKILL at random moments, in a separate process: every acknowledged change must persist afterwards. The decisions
 * are seeded; the moments depend on the machine.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { timeLimit } from '@countersign/shared/test/patience';
import { STEPS, type Step, type World } from './exchange.ts';
import { checkFromOutside, checkStore, outboxesEmpty } from './invariants.ts';
import { accepted, type Ledger, newLedger } from './ledger.ts';
import { pick, seeded } from './seeded.ts';
import { openServerProcess, type ServerProcess } from './server-process.ts';
import { issue, writeConfiguration } from './stubborn-wallet.ts';

const WALLETS = 10;
/** Milliseconds that wallets have to finish after the last restart. */
const PATIENCE = 20_000;

/** Fails if an acknowledged change is lost. */
export async function killCampaign(
  t: TestContext,
  given: { readonly kills: number; readonly seed: number },
): Promise<void> {
  const server = await openServerProcess();
  t.after(() => server.close());
  const campaign = newCampaign(server, given.seed);
  const { world, ledger } = campaign;

  const clients = [...Array.from({ length: WALLETS }, () => wallets(campaign)), backend(campaign)];
  t.after(async () => {
    // After a failed campaign they would run without end.
    campaign.over = true;
    campaign.isOver = async () => true;
    await Promise.allSettled(clients);
  });
  await killAndRestart(campaign, given);
  campaign.over = true;
  campaign.isOver = timeLimit(PATIENCE);
  await Promise.all(clients);

  const [empty, findings] = await Promise.all([outboxesEmpty(server.dataFolder), checkFromOutside(world)]);
  assert.deepEqual([...ledger.violations, ...findings], []);
  assert.ok(empty, 'an outbox was not relayed');
  const ended = await server.terminate();
  assert.deepEqual([ended.code, ended.signal], [0, null], ended.stderr);
  assert.deepEqual(await checkStore(server.dataFolder), []);
  assert.deepEqual(server.surprises, [], 'the server ended by itself');
  assert.deepEqual(
    server.lines.filter((line) => line.includes('"level":"error"')),
    [],
  );
  report(t.diagnostic.bind(t), campaign);
}

interface Campaign {
  readonly server: ServerProcess;
  readonly world: World;
  readonly ledger: Ledger;
  /** Resolves when the next request of the step is sent. */
  readonly nextSent: (step: Step) => Promise<void>;
  kills: number;
  over: boolean;
  isOver: () => Promise<boolean>;
}

function newCampaign(server: ServerProcess, seed: number): Campaign {
  const waiting = new Map<Step, () => void>();
  const ledger = newLedger();
  const world: World = {
    url: server.url,
    ledger,
    dice: seeded(seed),
    kills: () => campaign.kills,
    sending: (step) => {
      waiting.get(step)?.();
      waiting.delete(step);
    },
    isOver: () => campaign.isOver(),
  };
  const campaign: Campaign = {
    server,
    world,
    ledger,
    nextSent: (step) => new Promise((resolve) => waiting.set(step, resolve)),
    kills: 0,
    over: false,
    isOver: async () => false,
  };
  return campaign;
}

async function wallets(campaign: Campaign): Promise<void> {
  const { world } = campaign;
  while (!campaign.over) {
    await issue(world);
    await sleep(world.dice() * 60);
  }
}

async function backend(campaign: Campaign): Promise<void> {
  for (let version = 1; !campaign.over; version += 1) {
    await writeConfiguration(campaign.world, version);
    await sleep(50);
  }
}

/** Kills while the server starts, at any moment, or within milliseconds of a request of a step. */
async function killAndRestart(
  campaign: Campaign,
  { kills, seed }: { readonly kills: number; readonly seed: number },
): Promise<void> {
  const { server, nextSent } = campaign;
  const dice = seeded(seed + 1);
  while (campaign.kills < kills) {
    const manner = dice();
    if (manner < 0.15) {
      server.begin();
      await sleep(dice() * 500);
    } else {
      await server.start();
      if (manner < 0.4) await sleep(dice() * 400);
      else {
        await sleep(dice() * 150);
        await Promise.race([nextSent(pick(dice, STEPS)), sleep(500)]);
        await sleep(dice() * 8);
      }
    }
    campaign.kills += 1;
    await server.kill();
  }
  await server.start();
}

function report(print: (text: string) => void, { ledger, kills }: Campaign): void {
  const { begun, finished, abandoned, restarted, requests, lost, down, credentials, configurations } = ledger;
  print(
    `${kills} kills; ${begun} flows begun, ${finished} finished, ${abandoned} abandoned, ${restarted} attempts again`,
  );
  print(
    `${requests} requests, ${lost} lost under way, ${down} while down; ${accepted(ledger, 'code')} tokens, ${credentials.length} credentials`,
  );
  assert.ok(lost > 0 && finished > 0 && credentials.length > 0 && configurations.size > 0, 'the campaign did nothing');
}
