/** `npm run bench`: whole issuance flows against a server process; see bench/src. Arguments go on to it. */
import { join } from 'node:path';
import { build, install, root } from './setup.mjs';

install();
build();
process.chdir(root);
await import(join(root, 'bench', 'dist', 'issuance.js'));
