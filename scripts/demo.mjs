/** `npm run demo`: issuance, presentation, and one credential for another in each interface shape, in the terminal. */
import { join } from 'node:path';
import { build, install, root } from './setup.mjs';

install();
build();
process.chdir(root);
await import(join(root, 'test', 'dist', 'demo', 'demo.js'));
