/**
 * `npm run bench`: whole flows against a server process; see bench/src. The first argument picks the benchmark,
 * `issuance` where it is an option or missing; the other arguments are passed to it.
 */
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

const benchmarks = [
  'issuance',
  'presentation',
  'presentation-during-issuance',
  'webhooks',
  'scale',
  'trace',
  'events',
  'hostile-schema',
  'fairness',
  'mdoc',
];

const [first = '', ...rest] = process.argv.slice(2);
const named = first !== '' && !first.startsWith('-');
const name = named ? first : 'issuance';
if (!benchmarks.includes(name)) {
  process.stderr.write(`There is no benchmark ${name}: ${benchmarks.join(', ')}\n`);
  process.exit(1);
}
if (named) process.argv.splice(2, process.argv.length, ...rest);

install();
build();
process.chdir(root);
await import(join(root, 'bench', 'dist', `${name}.js`));
