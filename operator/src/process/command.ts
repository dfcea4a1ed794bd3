/** What the operator's commands have in common: the process that they run as, their arguments, and how they report a failure. */
import type { Clock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Random } from '@countersign/shared/kernel/random';
import type { Environment } from '@countersign/shared/settings/read-settings';

/** The process that a command runs as. */
export interface CommandProcess {
  readonly env: Environment;
  /** Standard output: what was asked for. Text with line ends. */
  readonly write: (text: string) => void;
  /** Standard error: refusals, so that they are never taken for what was asked for. Text with line ends. */
  readonly tell: (text: string) => void;
  /** All of standard input, without waiting at a terminal: empty there. */
  readonly input: () => Promise<string>;
  readonly clock: Clock;
  readonly random: Random;
}

/** The arguments of a command, as its row of the table allows them. */
export interface CommandArguments {
  /** Arguments without a dash: at least and at most as many as the row says. */
  readonly operands: readonly string[];
  /** Names of the switches that were given, such as `yes`. */
  readonly switches: ReadonlySet<string>;
  /** Values of the options that were given, such as of `audit`, in their order. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export interface CommandRun extends CommandProcess, CommandArguments {}

/** A command returns the exit code of the process; what it throws is reported, and the code is 1. */
export type RunCommand = (run: CommandRun) => Promise<number>;

/** Arguments that a command does not take, although their number and form are right. Its usage is shown. */
export class WrongArguments extends Error {}

/** Without `--yes` a command that changes something ends with this sentence. */
export const UNCHANGED = 'Nothing was changed; --yes does it\n';

/** An error in one plain text, without a stack; what an address holds in front of its host is left out. */
export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const detail = error instanceof ProtocolError ? error.options.detail : undefined;
  // Up to the last @: a password that is not encoded may hold one, or a slash.
  return `${text}${detail === undefined ? '' : `: ${detail}`}`.replace(/:\/\/\S*@/g, '://***@');
}
