/** `hash-secret`: the hash of a client secret, for `secret_scrypt` of clients.json. */

import { hashSecret } from '@countersign/gateway/authenticate/client-secret';
import type { CommandRun } from './process/command.ts';

/**
 * Reads a secret from standard input. If that is empty, generates a secret and writes it too.
 * @returns the exit code
 */
export async function runHashSecret({ write, input, random }: CommandRun): Promise<0> {
  const given = (await input()).replace(/\r?\n$/, '');
  const secret = given === '' ? random(32).toString('base64url') : given;
  if (given === '') write(`secret         ${secret}\n`);
  write(`secret_scrypt  ${await hashSecret(secret, random)}\n`);
  return 0;
}
