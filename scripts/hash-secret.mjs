/**
 * `npm run hash-secret`: reads a client secret from standard input, or makes one where there is none, and prints the
 * hash for `secret_scrypt` of clients.json. A secret as an argument would stand in the history of the shell.
 */
import { runCommand } from './command.mjs';

await runCommand('operator/dist/src/hash-secret.js', 'runHashSecret');
