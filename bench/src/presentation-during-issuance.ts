/**
 * Issuances that need a presentation first, with the claims of a webhook:
 * 1. whole flows, the webhook answering at once: closed loop at c = 1, 8, 32;
 * 2. from the answer to the wallet's presentation until the claims are ready, the webhook taking 50 ms, at c = 1 and 8.
 * `npm run bench -- presentation-during-issuance --flows 2000 --ready 500 --delay 50`
 */
import { resolve } from 'node:path';
import { measure, print, row } from './closed-loop.ts';
import { bench } from './main.ts';
import { readOptions } from './options.ts';
import { MEMBER, readyLoad, writeMember } from './presentation-during-issuance-flow.ts';
import { CONFIGURATION, writeConfiguration } from './presentation-flow.ts';
import { openOwnServer } from './scenarios/world.ts';

const NAME = 'presentation-during-issuance';
const defaults = { keys: '200', warmup: '1000', counted: '0', ready: '500' };
const args = process.argv.slice(2);

await bench([NAME, ...args], defaults);
if (process.exitCode === undefined) await ready();
process.exit();

async function ready(): Promise<void> {
  const { ready: flows, delay, wallets, cluster } = readOptions([NAME, ...args], defaults);
  if (flows === 0) return;
  const root = resolve(import.meta.dirname, '../..');
  const world = await openOwnServer({ root, needs: ['claims webhook'], wallets, cluster });
  try {
    const { server, target } = world;
    if (target === undefined) throw new Error('There is no webhook');
    await world.configure('presentation', CONFIGURATION, () => writeConfiguration(server));
    await world.configure('issuance', MEMBER, () => writeMember(server, target));
    const presenters = await world.presenters();
    await measure(readyLoad(server, presenters), flows, 8);
    target.delay = delay;
    print(`\nFrom the answer to the presentation until the claims are ready, the webhook taking ${delay} ms`);
    print(`  ${''.padEnd(16)} ${'p50'.padStart(8)} ${'p95'.padStart(8)} ${'p99'.padStart(8)}  ms`);
    for (const concurrency of [1, 8]) {
      const { outcomes } = await measure(readyLoad(server, presenters), flows, concurrency);
      print(row(`c=${concurrency}`, outcomes));
    }
  } finally {
    await world.close();
  }
}
