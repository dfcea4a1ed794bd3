/**
 * `npm run check-config`: what is wrong with the files of the configuration folder, with file, line, column and what is
 * accepted; exit code 1 where there is an error.
 */
import { runCommand } from './command.mjs';

await runCommand('operator/dist/src/check-config.js', 'runCheckConfig');
