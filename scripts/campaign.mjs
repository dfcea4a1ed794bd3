/**
 * `npm run campaign`: kills the product under load, and checks afterwards what each client was told. The same command
 * continues a campaign that was interrupted. The result goes to docs/reference/reliability.md; the last line is
 * `N kills, N flows, N violations`.
 *
 *   npm run campaign -- [options]
 *   --kills N      default 100
 *   --seed S       decides scenarios, victims and moments; default 1
 *   --workers N    a server with N workers, instead of one process
 *   --cluster      five services on Kafka, MongoDB and Redis, which it starts
 *   --soak N       no kills: N minutes of load, after which memory and handles of each process are compared
 *   --no-write     leaves the documents as they are
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

const given = readOptions();
install();
build();
const { main } = await import(join(root, 'test', 'dist', 'resilience', 'campaign', 'main.js'));
process.exit((await main(given)) ? 0 : 1);

function readOptions() {
  try {
    const { values } = parseArgs({
      allowNegative: true,
      options: {
        kills: { type: 'string', default: '100' },
        seed: { type: 'string', default: '1' },
        workers: { type: 'string' },
        cluster: { type: 'boolean', default: false },
        soak: { type: 'string' },
        write: { type: 'boolean', default: true },
      },
    });
    const { workers, cluster, write, soak } = values;
    if (workers !== undefined && cluster) throw new Error('--workers and --cluster exclude each other');
    return {
      kills: wholeNumber('kills', values.kills, 1),
      seed: wholeNumber('seed', values.seed, 0),
      ...(workers === undefined ? {} : { workers: wholeNumber('workers', workers, 2) }),
      ...(soak === undefined ? {} : { soak: wholeNumber('soak', soak, 1) }),
      cluster,
      write,
    };
  } catch (error) {
    process.stderr.write(`${error.message}\nnpm run campaign -- --help lists the options\n`);
    process.exit(2);
  }
}

function wholeNumber(name, text, least) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) throw new Error(`--${name} is a whole number of at least ${least}`);
  return value;
}
