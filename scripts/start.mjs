/** `npm start`: installs and compiles if needed, then runs all services in one process. */
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

install();
build();
await import(join(root, 'bundle', 'standalone.js'));
