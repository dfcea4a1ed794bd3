/** Runs a command of the operator in this process, and keeps what it says. */
import type { Environment } from '@countersign/shared/settings/read-settings';
import type { CommandRun } from '../src/command.ts';

export interface CommandOutput {
  readonly code: number;
  /** Standard output. */
  readonly written: string;
  /** Standard error. */
  readonly told: string;
}

/** @param given what is read from standard input */
export async function commandOutput(
  run: (run: CommandRun) => Promise<number>,
  args: readonly string[],
  env: Environment = {},
  given = '',
): Promise<CommandOutput> {
  let [written, told] = ['', ''];
  const code = await run({
    args,
    env,
    write: (text) => {
      written += text;
    },
    tell: (text) => {
      told += text;
    },
    input: async () => given,
  });
  return { code, written, told };
}
