/**
 * What traces cost: whole issuance flows against two servers, TRACE=off and TRACE=all, in turns, so that both have the
 * same share of a noisy machine. Prints the server's CPU per flow in each turn, and the difference of the medians.
 * `npm run bench -- trace --flows 2000 --turns 5 --concurrency 8` With --flood, what 100,000 refused requests that
 * match no session leave in memory and store.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareInTurns } from './in-turns.ts';
import { loadOptions } from './load/closed-loop.ts';
import { flood } from './trace-flood.ts';

const { values } = parseArgs({
  options: {
    ...loadOptions,
    concurrency: { type: 'string', default: '8' },
    turns: { type: 'string', default: '5' },
    flood: { type: 'boolean', default: false },
    requests: { type: 'string', default: '100000' },
  },
});
const root = resolve(import.meta.dirname, '../..');
if (values.flood) await flood(root, Number(values.requests));
else {
  await compareInTurns({
    root,
    setting: 'TRACE',
    modes: ['off', 'all'],
    cluster: values.cluster,
    settle: 600,
    keys: Number(values.keys),
    warmup: Number(values.warmup),
    flows: Number(values.flows),
    turns: Number(values.turns),
    concurrency: Number(values.concurrency),
  });
}
process.exit();
