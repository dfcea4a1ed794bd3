/**
 * `npm run work`: counts the work of one flow again, after an intended change, and writes test/work/work.json and the
 * documents generated from it. `npm test -- test/dist/work/` compares without writing. Takes a few seconds.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, root } from './setup.mjs';

answerHelp(import.meta.url);

build();
const counting = ['--test', '--test-reporter=dot', join(root, 'test/dist/work/work.test.js')];
run(counting, { ...process.env, UPDATE_WORK: '1' });
run([join(root, 'scripts/generate-docs.mjs')], process.env);

function run(args, env) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}
