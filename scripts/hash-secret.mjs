/**
 * `npm run hash-secret`: reads a client secret from standard input, or makes one where there is none, and prints the
 * hash for `secret_scrypt` of clients.json. A secret as an argument would stand in the history of the shell.
 */
import { join } from 'node:path';
import { build, install, root } from './setup.mjs';

install();
build();
const { hashSecret } = await import(join(root, 'services', 'gateway', 'dist', 'src', 'client-secret.js'));
const { systemRandom } = await import(join(root, 'libs', 'shared', 'dist', 'src', 'random.js'));

let given = '';
if (!process.stdin.isTTY) for await (const chunk of process.stdin) given += chunk;
const secret = given.replace(/\r?\n$/, '') || systemRandom(32).toString('base64url');
if (given === '') process.stdout.write(`secret         ${secret}\n`);
process.stdout.write(`secret_scrypt  ${await hashSecret(secret, systemRandom)}\n`);
