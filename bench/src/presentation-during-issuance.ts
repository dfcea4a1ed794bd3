/**
 * Issuances that need a presentation first, with the claims of a webhook:
 * 1. whole flows, the webhook answering at once: closed loop at c = 1, 8, 32;
 * 2. from the answer to the wallet's presentation until the claims are ready, the webhook taking 50 ms, at c = 1 and 8.
 * With --cluster against the five services on Kafka, a MongoDB-wire server and Redis.
 * `npm run bench -- presentation-during-issuance --flows 2000 --ready 500 --delay 50`
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { loadOptions, measure, print, report, row } from './closed-loop.ts';
import { startClusterServer } from './cluster-server.ts';
import { issuanceLoad } from './issuance-flow.ts';
import {
  checkMember,
  openClaimsTarget,
  readyLoad,
  wholeLoad,
  writeMember,
} from './presentation-during-issuance-flow.ts';
import { makePresenter, type Presenter, writeConfiguration } from './presentation-flow.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const { values } = parseArgs({
  options: {
    ...loadOptions,
    keys: { type: 'string', default: '200' },
    warmup: { type: 'string', default: '1000' },
    /** Flows of the second part at each concurrency. */
    ready: { type: 'string', default: '500' },
    /** Milliseconds that the webhook takes in the second part. */
    delay: { type: 'string', default: '50' },
  },
});
const root = resolve(import.meta.dirname, '../..');
const settings = { OUTBOUND_ALLOW: '127.0.0.1', WEBHOOK_CONCURRENCY: '32' };
const server = await (values.cluster ? startClusterServer(root, settings) : startServerProcess(root, settings));
const target = await openClaimsTarget();
try {
  await writeConfiguration(server);
  await writeMember(server, target);
  const keys = Array.from({ length: Number(values.keys) }, () => ({ holder: newWalletKey() }));
  const { outcomes } = await measure(issuanceLoad(server, keys), keys.length, 8);
  const presenters = outcomes.map(({ credential, keys: own }) => makePresenter(credential, own.holder, newWalletKey()));
  await whole(server, presenters);
  await ready(server, presenters);
} finally {
  await server.stop();
  target.close();
}

async function whole(measured: ServerProcess, presenters: readonly Presenter[]): Promise<void> {
  const seen = new Set<string>();
  await report(wholeLoad(measured, presenters), {
    title: `claims of a webhook that answers at once, ${presenters.length} wallets`,
    options: values,
    check: (credentials) => {
      for (const credential of credentials) {
        const index = checkMember(credential);
        if (seen.has(index)) throw new Error(`The status index ${index} was given twice`);
        seen.add(index);
      }
    },
    checked: 'every credential has the claims of the webhook, no status index twice',
  });
}

async function ready(measured: ServerProcess, presenters: readonly Presenter[]): Promise<void> {
  target.delay = Number(values.delay);
  print(`\nFrom the answer to the presentation until the claims are ready, the webhook taking ${values.delay} ms`);
  print(`  ${''.padEnd(16)} ${'p50'.padStart(8)} ${'p95'.padStart(8)} ${'p99'.padStart(8)}  ms`);
  for (const concurrency of [1, 8]) {
    const { outcomes } = await measure(readyLoad(measured, presenters), Number(values.ready), concurrency);
    print(row(`c=${concurrency}`, outcomes));
  }
}
