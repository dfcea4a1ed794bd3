/** Runs a command of the operator in this process, and captures its output. */
import { systemClock } from '@countersign/shared/kernel/clock';
import { systemRandom } from '@countersign/shared/kernel/random';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { type Command, commands } from '../src/commands.ts';
import { runOperator } from '../src/operator.ts';
import type { CommandProcess } from '../src/process/command.ts';

export interface CommandOutput {
  readonly code: number;
  /** Standard output. */
  readonly written: string;
  /** Standard error. */
  readonly reported: string;
}

export interface CommandGiven extends Partial<CommandProcess> {
  /** Default: the operator's. */
  readonly commands?: Readonly<Record<string, Command>>;
}

/** @param args the name of the command, followed by its arguments */
export async function operatorOutput(args: readonly string[], given: CommandGiven = {}): Promise<CommandOutput> {
  let [written, reported] = ['', ''];
  const code = await runOperator({
    args,
    commands,
    env: {},
    write: (text) => {
      written += text;
    },
    report: (text) => {
      reported += text;
    },
    input: async () => '',
    clock: systemClock,
    random: systemRandom,
    ...given,
  });
  return { code, written, reported };
}

/** @param input the text of standard input */
export function commandOutput(
  name: string,
  args: readonly string[],
  env: Environment = {},
  input = '',
): Promise<CommandOutput> {
  return operatorOutput([name, ...args], { env, input: async () => input });
}
