/** The wallet's command in this process, with its output. */
import { readCommandLine } from '@countersign/wallet/command/command-line';
import type { Report } from '@countersign/wallet/command/report';
import { run, type Surroundings } from '@countersign/wallet/command/run';

export interface Typed {
  readonly report: Report;
  readonly lines: readonly string[];
}

/** Runs a command line, with its files in the folder. */
export async function typed(folder: string, args: readonly string[], more: Partial<Surroundings> = {}): Promise<Typed> {
  const asked = readCommandLine(args, folder);
  if (!('profile' in asked)) throw new Error(`${args.join(' ')}: ${JSON.stringify(asked)}`);
  const lines: string[] = [];
  const report = await run(asked, { say: (line) => void lines.push(line), fetch, ...more });
  return { report, lines };
}
