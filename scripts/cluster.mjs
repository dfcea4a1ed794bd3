/** `npm run cluster`: installs and compiles if needed, then runs the five services on Kafka, MongoDB and Redis. */
import { join } from 'node:path';
import { answerHelp } from './help.mjs';
import { build, install, root } from './setup.mjs';

answerHelp(import.meta.url);

install();
build();
process.chdir(root);
await import(join(root, 'test', 'dist', 'cluster', 'main.js'));
