/**
 * `npm run after-restore`: makes a store that came from a backup fit to be used again, before the services start; see
 * docs/restore.md. `--audit <file.jsonl>` (also several) sets statuses and erases sessions again by lines of AUDIT_FILE;
 * `--keep-offers` leaves offers and presentation requests open; `--yes` is needed for MongoDB.
 */
import { join } from 'node:path';
import { build, install, root } from './setup.mjs';

install();
build();
const { runAfterRestore } = await import(join(root, 'services/standalone/dist/src/after-restore-main.js'));
const write = (text) => process.stdout.write(text);
process.exitCode = await runAfterRestore({ args: process.argv.slice(2), env: process.env, write });
