/** `hash-secret`: the hash of a client secret, for `secret_scrypt` of clients.json. */

import { hashSecret } from '@countersign/gateway/authenticate/client-secret';
import { type Random, systemRandom } from '@countersign/shared/kernel/random';
import { asksForHelp, type CommandHelp, type CommandRun, helpOf, usageOf } from './command.ts';

const HELP: CommandHelp = {
  name: 'hash-secret',
  about: `Reads a client secret from standard input, or makes one where there is none, and prints the hash for "secret_scrypt"
of clients.json. It acts on no store and changes nothing.`,
};

export interface HashSecretRun extends CommandRun {
  readonly random?: Random;
}

/**
 * Reads a secret from standard input, or makes one where there is none, which it writes too.
 * @returns the exit code: 1 for an argument: a secret given as one would stand in the history of the shell
 */
export async function runHashSecret(run: HashSecretRun): Promise<0 | 1> {
  const { args, write, tell, input, random = systemRandom } = run;
  if (asksForHelp(args)) {
    write(helpOf(HELP));
    return 0;
  }
  if (args.length > 0) {
    tell(`A secret is read from standard input, not from an argument; without one it is made.\n${usageOf(HELP.name)}`);
    return 1;
  }
  const given = (await input()).replace(/\r?\n$/, '');
  const secret = given === '' ? random(32).toString('base64url') : given;
  if (given === '') write(`secret         ${secret}\n`);
  write(`secret_scrypt  ${await hashSecret(secret, random)}\n`);
  return 0;
}
