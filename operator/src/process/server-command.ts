/** What the commands that call a running server share: its address, their exit codes, and how they report a failure. */

import { type CommandRun, sentenceOf, WrongArguments } from './command.ts';
import { openServer, Refused, type ServerCalls } from './server-calls.ts';

/** Exit codes: a pipeline can tell them apart. */
export const exitCodes = {
  nothing: 0,
  wrong: 1,
  changes: 2,
  /** The server has something else than the plan expects. */
  stale: 3,
} as const;

/** The server of `--url`, otherwise of PUBLIC_URL. */
export function serverOf(run: CommandRun): Promise<ServerCalls> {
  const url = lastOf(run, 'url') ?? (run.env.PUBLIC_URL || 'http://localhost:3000');
  return openServer({ url, env: run.env });
}

/** @returns the exit code; a failure is reported, with `--json` on standard output */
export async function reported(run: CommandRun, perform: () => Promise<number>): Promise<number> {
  try {
    return await perform();
  } catch (error) {
    if (error instanceof WrongArguments) throw error;
    report(run, error);
    return error instanceof Refused && error.reason === 'bundle_plan_stale' ? exitCodes.stale : exitCodes.wrong;
  }
}

function report({ switches, write, report: note }: CommandRun, error: unknown): void {
  const { reason = '', errors = [] } = error instanceof Refused ? error : {};
  const text = sentenceOf(error);
  if (switches.has('json')) write(`${JSON.stringify({ error: text, reason, errors })}\n`);
  else note([text, ...errors.map(({ pointer, detail }) => `  ${String(pointer)} ${String(detail)}`), ''].join('\n'));
}

export function lastOf({ values }: CommandRun, name: string): string | undefined {
  return values.get(name)?.at(-1);
}
