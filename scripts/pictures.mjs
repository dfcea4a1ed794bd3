/**
 * `npm run pictures`: takes the pictures of every page of the console, docs/how-to/console/, from the table in
 * test/browser/console-pages.browser.test.ts. Needs Chromium. An unchanged page looks the same again, except for times
 * and ids.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

install();
build();
const file = join(root, 'test', 'dist', 'browser', 'console-pages.browser.test.js');
const env = { ...process.env, PICTURES: join(root, 'docs/how-to/console'), CI: 'true' };
const { status } = spawnSync(process.execPath, ['--enable-source-maps', '--test', file], {
  cwd: root,
  stdio: 'inherit',
  env,
});
process.exit(status ?? 1);
