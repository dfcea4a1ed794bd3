/**
 * `npm run pictures`: takes the pictures of every page of the console, docs/how-to/console/, from the table in
 * test/browser/console-pages.browser.test.ts, and of the documentation site, docs/how-to/site/. Needs Chromium. An
 * unchanged page looks the same again, except for times and ids.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

install();
build();
/** Tests that take pictures, and the folder of the pictures. */
const tests = [
  ['console-pages', 'docs/how-to/console'],
  ['docs-site', 'docs/how-to/site'],
];
for (const [name, folder] of tests) {
  const file = join(root, 'test', 'dist', 'browser', `${name}.browser.test.js`);
  const env = { ...process.env, PICTURES: join(root, folder), CI: 'true' };
  const options = { cwd: root, stdio: 'inherit', env };
  const { status } = spawnSync(process.execPath, ['--enable-source-maps', '--test', file], options);
  if (status !== 0) process.exit(status ?? 1);
}
