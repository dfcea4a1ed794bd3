/** What the operator's commands have in common, from a checkout (`npm run NAME`) as in the image (`run.mjs NAME`). */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Environment } from '@countersign/shared/settings/read-settings';

export interface CommandRun {
  /** Behind the name of the command. */
  readonly args: readonly string[];
  readonly env: Environment;
  /** Standard output: what was asked for. Text with line ends. */
  readonly write: (text: string) => void;
  /** Standard error: refusals, so that they are never taken for what was asked for. Text with line ends. */
  readonly tell: (text: string) => void;
  /** All of standard input, without waiting at a terminal: empty there. */
  readonly input: () => Promise<string>;
}

/** How a command is called, in both places. @param words the arguments, for people */
export function usageOf(name: string, words = ''): string {
  const npm = words === '' ? `npm run ${name}` : `npm run ${name} -- ${words}`;
  return `usage: ${npm}\nin a container: node /app/run.mjs ${name}${words === '' ? '' : ` ${words}`}\n`;
}

export interface CommandHelp {
  readonly name: string;
  /** The arguments, for people. */
  readonly words?: string;
  /** What it does, on what, and what `--yes` changes. Lines without a line end at the last. */
  readonly about: string;
}

/** True where the arguments ask how the command is used. Then it opens nothing. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

/** What `--help` writes to standard output. */
export function helpOf({ name, words, about }: CommandHelp): string {
  return `${about}\n\n${usageOf(name, words)}`;
}

/** Without `--yes` a command that changes something ends with this sentence. */
export const UNCHANGED = 'Nothing was changed; --yes does it\n';

/** An error in one plain text, without a stack; what an address holds in front of its host is left out. */
export function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  const detail = error instanceof ProtocolError ? error.options.detail : undefined;
  // Up to the last @: a password that is not encoded may hold one, or a slash.
  return `${text}${detail === undefined ? '' : `: ${detail}`}`.replace(/:\/\/\S*@/g, '://***@');
}

/** What `act` returns; where it throws, 1, and why is told. */
export async function orTell(tell: CommandRun['tell'], act: () => Promise<0 | 1>): Promise<0 | 1> {
  try {
    return await act();
  } catch (error) {
    tell(`${sentenceOf(error)}\n`);
    return 1;
  }
}

/**
 * Runs a command as this process: standard streams, environment, exit code.
 * @param run returns the exit code
 */
export async function runAsProcess(
  run: (given: CommandRun) => Promise<number>,
  args: readonly string[],
): Promise<void> {
  // Whoever reads has read enough, such as `head`.
  process.stdout.on('error', () => process.exit(1));
  process.exitCode = await run({
    args,
    env: process.env,
    write: (text) => void process.stdout.write(text),
    tell: (text) => void process.stderr.write(text),
    input: readInput,
  });
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return '';
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
  return text;
}
