/** `npm run provision`: makes the indexes in MongoDB and the topics on Kafka, for the services as separate processes. */
import { join } from 'node:path';
import { build, install, root } from './setup.mjs';

install();
build();
await import(join(root, 'libs', 'shared', 'dist', 'src', 'runtime', 'provision-main.js'));
