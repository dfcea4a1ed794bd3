/**
 * `node scripts/chromium.mjs`: installs Debian's Chromium if there is none, for the tests named `*.browser.test.ts`.
 * Needs root. The variable CHROMIUM selects a different one.
 */
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

install();
build();
const { findChromium, installChromium } = await import(join(root, 'test', 'dist', 'browser', 'chromium.js'));
const failure = await installChromium();
if (failure === undefined) process.stdout.write(`${findChromium()}\n`);
else {
  process.stderr.write(`Missing: Chromium: ${failure}\n`);
  process.exitCode = 1;
}
