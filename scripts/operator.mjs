/**
 * `npm run operator -- <command> [arguments]`: the operators' commands, from a checkout; in the image
 * deploy/image/run.mjs runs them. The commands are the rows of operator/src/commands.ts; without one they are listed.
 */
import { join } from 'node:path';
import { build, install, root } from './setup.mjs';

install();
build();
const { runAsProcess } = await import(join(root, 'bundle/operator.js'));
await runAsProcess(process.argv.slice(2));
