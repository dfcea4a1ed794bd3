/** `npm run cluster`: installs and compiles where needed, then runs the five services on Kafka, MongoDB and Redis. */
import { join } from 'node:path';
import { build, install, root } from './setup.mjs';

install();
build();
process.chdir(root);
await import(join(root, 'test', 'dist', 'cluster', 'main.js'));
