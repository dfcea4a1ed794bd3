/**
 * `npm run backup -- <folder>`: a copy of the embedded store of DATA_FOLDER as it is at one moment, also while the server
 * runs. Secrets are not copied: MASTER_KEY belongs elsewhere. See docs/restore.md.
 */
import { join } from 'node:path';
import { build, install, root } from './setup.mjs';

install();
build();
const { backupEmbeddedStore } = await import(join(root, 'libs/shared/dist/src/store/embedded.js'));
const [target] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('npm run backup -- <folder>\n');
  process.exit(1);
}
try {
  await backupEmbeddedStore(process.env.DATA_FOLDER || 'data', target);
  process.stdout.write(`backed up to ${target}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
