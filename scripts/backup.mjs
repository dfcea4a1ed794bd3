/**
 * `npm run backup -- <folder>`: a copy of the embedded store of DATA_FOLDER as it is at one moment, also while the server
 * runs. Secrets are not copied: MASTER_KEY belongs elsewhere. See docs/restore.md.
 */
import { runCommand } from './command.mjs';

await runCommand('operator/dist/src/backup.js', 'runBackup');
