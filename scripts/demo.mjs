/** `npm run demo`: issuance, presentation, and one credential for another in each API variant, in the terminal. */
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

install();
build();
process.chdir(root);
await import(join(root, 'test', 'dist', 'demo', 'demo.js'));
