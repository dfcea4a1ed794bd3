/**
 * `npm run demo:button`: a server, a shop whose page has the button, and a wallet that responds to it. `--once`: one
 * visit, without a window.
 */
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

install();
build();
process.chdir(root);
await import(join(root, 'test', 'dist', 'demo', 'demo-button.js'));
