/**
 * `npm run model`: checks the models in docs/explanation/model with Spin, each row with its expected result; takes a
 * few minutes. Arguments narrow it down: `npm run model -- notification` runs the rows that contain the word.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { root } from './setup.mjs';

answerHelp(import.meta.url);

const missing = [
  ['spin', '-V'],
  ['gcc', '--version'],
].filter(([tool, version]) => spawnSync(tool, [version], { stdio: 'ignore' }).error !== undefined);
if (missing.length > 0) {
  const names = missing.map(([tool]) => tool);
  process.stderr.write(`Not found: ${names.join(', ')}. Debian and Ubuntu: apt-get install ${names.join(' ')}\n`);
  process.exit(2);
}
const { status } = spawnSync('sh', [join(root, 'docs/explanation/model/check.sh'), ...process.argv.slice(2, 3)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
