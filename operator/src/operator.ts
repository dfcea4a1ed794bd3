/** Runs a command from the table: help, arguments, and the report of a failure. */
import { parseArgs } from 'node:util';
import { systemClock } from '@countersign/shared/kernel/clock';
import { didYouMean } from '@countersign/shared/kernel/nearest-name';
import { systemRandom } from '@countersign/shared/kernel/random';
import { commands as allCommands, type Command } from './commands.ts';
import { type CommandArguments, type CommandProcess, sentenceOf, WrongArguments } from './process/command.ts';

/** EX_USAGE of sysexits.h: no such command. */
const NO_COMMAND = 64;

interface Operator extends CommandProcess {
  /** The command's name, followed by its arguments. */
  readonly args: readonly string[];
  /** Default: the operator's table. */
  readonly commands?: Readonly<Record<string, Command>>;
}

/**
 * Runs the command in the first argument. A following `--help` or `-h` writes its help and opens nothing. As the first
 * argument it lists all commands, and so does a call without arguments.
 * @returns the exit code: the command's; 1 if it throws or its arguments are wrong; 64 without a command
 */
export async function runOperator(operator: Operator): Promise<number> {
  const { args, write, report, commands = allCommands } = operator;
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    const asked = asksForHelp([name]);
    (asked ? write : report)((asked ? '' : unknownCommand(name, commands)) + listOf(commands));
    return asked ? 0 : NO_COMMAND;
  }
  if (asksForHelp(rest)) {
    write(`${command.help}\n\n${usageOf(name, command.words)}`);
    return 0;
  }
  try {
    const given = argumentsOf(command, rest);
    const run = await command.load();
    return await run({ ...operator, ...given });
  } catch (error) {
    const wrong = error instanceof WrongArguments;
    report(wrong ? refusalOf(command, usageOf(name, command.words)) : `${sentenceOf(error)}\n`);
    return 1;
  }
}

/** How to call a command, in a checkout and in the image. @param words the arguments in the usage text */
export function usageOf(name: string, words = ''): string {
  const line = words === '' ? name : `${name} ${words}`;
  return `usage: npm run operator -- ${line}\nin a container: node /app/run.mjs ${line}\n`;
}

function refusalOf({ refusal }: Command, usage: string): string {
  return refusal === undefined ? usage : `${refusal}\n${usage}`;
}

/** @returns a line for an unknown command; '' without one, or for an option in its position */
function unknownCommand(name: string, commands: Readonly<Record<string, Command>>): string {
  if (name === '' || name.startsWith('-')) return '';
  return `Unknown command ${JSON.stringify(name)}${didYouMean(name, Object.keys(commands)) || '.'}\n`;
}

function listOf(commands: Readonly<Record<string, Command>>): string {
  const names = Object.keys(commands);
  const width = Math.max(...names.map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}\n`);
  return `${usageOf('<command>', '[arguments]')}\n${lines.join('')}\n--help behind a command explains it.\n`;
}

function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

/** @throws WrongArguments for an option that the command does not have, and for too few or too many operands */
function argumentsOf({ operands, switches = [], values = [] }: Command, args: readonly string[]): CommandArguments {
  const options = Object.fromEntries([
    ...switches.map((name) => [name, { type: 'boolean' } as const]),
    ...values.map((name) => [name, { type: 'string', multiple: true } as const]),
  ]);
  const given = parsed(() => parseArgs({ args: [...args], options, allowPositionals: true }));
  const [least, most] = operands;
  if (given.positionals.length < least || given.positionals.length > most) throw new WrongArguments();
  const found: readonly (readonly [string, unknown])[] = Object.entries(given.values);
  return {
    operands: given.positionals,
    switches: new Set(found.flatMap(([name, value]) => (value === true ? [name] : []))),
    values: new Map(found.flatMap(([name, value]) => (Array.isArray(value) ? [[name, value.map(String)]] : []))),
  };
}

function parsed<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (cause) {
    // Don't show the error's text: it repeats the argument, which may be a secret.
    throw new WrongArguments(undefined, { cause });
  }
}

/** Runs a command as this process: standard streams, environment, exit code. */
export async function runAsProcess(args: readonly string[], commands = allCommands): Promise<void> {
  // The reader of the output, such as `head`, has closed it.
  process.stdout.on('error', () => process.exit(1));
  process.exitCode = await runOperator({
    args,
    commands,
    env: process.env,
    write: (text) => void process.stdout.write(text),
    report: (text) => void process.stderr.write(text),
    input: readInput,
    clock: systemClock,
    random: systemRandom,
  });
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return '';
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk);
  return text;
}
