/**
 * `npm run after-restore`: makes a store that came from a backup fit to be used again, before the services start; see
 * docs/restore.md. `--audit <file>` (also several, `-` for standard input) sets statuses and erases sessions again by lines of AUDIT_FILE;
 * `--keep-offers` leaves offers and presentation requests open. Without `--yes` it says what it would do.
 */
import { runCommand } from './command.mjs';

await runCommand('operator/dist/src/after-restore/command.js', 'runAfterRestore');
