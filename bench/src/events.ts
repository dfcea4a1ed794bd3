/**
 * What events cost: whole issuance flows against two servers, EVENTS=off and EVENTS=on, in turns. Prints the server's
 * CPU per flow in each turn, and the difference of the medians.
 * `npm run bench -- events --flows 2000 --turns 5 --concurrency 8` With --streams 10000, prints the server's memory per
 * open stream instead, for one tenant.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openStreams } from './event-streams.ts';
import { compareInTurns } from './in-turns.ts';
import { loadOptions } from './load/closed-loop.ts';

const { values } = parseArgs({
  options: {
    ...loadOptions,
    concurrency: { type: 'string', default: '8' },
    turns: { type: 'string', default: '5' },
    streams: { type: 'string' },
  },
});
const root = resolve(import.meta.dirname, '../..');
if (values.streams !== undefined) await openStreams(root, Number(values.streams));
else {
  await compareInTurns({
    // Acknowledgements follow their write after a second.
    root,
    setting: 'EVENTS',
    modes: ['off', 'on'],
    cluster: values.cluster,
    settle: 2500,
    keys: Number(values.keys),
    warmup: Number(values.warmup),
    flows: Number(values.flows),
    turns: Number(values.turns),
    concurrency: Number(values.concurrency),
  });
}
process.exit();
