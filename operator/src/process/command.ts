/** What the operator's commands share: their process, their arguments, and how they report a failure. */
import type { Clock } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Random } from '@countersign/shared/kernel/random';
import type { Environment } from '@countersign/shared/settings/read-settings';

/** A command's process. */
export interface CommandProcess {
  readonly env: Environment;
  /** Writes the result to standard output. Text with line ends. */
  readonly write: (text: string) => void;
  /** Writes notes and refusals to standard error, apart from the result. Text with line ends. */
  readonly report: (text: string) => void;
  /** All of standard input, without waiting at a terminal: empty there. */
  readonly input: () => Promise<string>;
  readonly clock: Clock;
  readonly random: Random;
}

/** The arguments of a command, as its row of the table allows them. */
export interface CommandArguments {
  /** Arguments without a dash. Their number is within the row's limits. */
  readonly operands: readonly string[];
  /** Names of the switches that were given, such as `yes`. */
  readonly switches: ReadonlySet<string>;
  /** Values of the options that were given, such as of `audit`, in their order. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export interface CommandRun extends CommandProcess, CommandArguments {}

/** A command returns the process's exit code. Whatever it throws is reported, and the code is 1. */
export type RunCommand = (run: CommandRun) => Promise<number>;

/** Arguments that a command refuses, although their number and form are right. Its usage is shown. */
export class WrongArguments extends Error {}

/** Without `--yes` a command that changes something ends with this sentence. */
export const UNCHANGED = 'Nothing was changed; --yes does it\n';

/** An error as one plain line, without a stack and without a URL's user and password. */
export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const detail = error instanceof ProtocolError ? error.options.detail : undefined;
  // Up to the last @: an unencoded password may contain one, or a slash.
  return `${text}${detail === undefined ? '' : `: ${detail}`}`.replace(/:\/\/\S*@/g, '://***@');
}
