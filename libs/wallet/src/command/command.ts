#!/usr/bin/env node
/** `countersign-wallet`, and `npm run wallet`: the wallet in a terminal or in a pipeline, instead of a phone. */
import { readCommandLine } from './command-line.ts';
import { writeProviderCertificate } from './provider-file.ts';
import { run } from './run.ts';
import { faultLines, profileLines, USAGE } from './usage.ts';
import { exitCodes, failureOf } from './wallet-failure.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

process.exitCode = await main();

async function main(): Promise<number> {
  const asked = readCommandLine(process.argv.slice(2), process.env.DATA_FOLDER);
  switch (asked.kind) {
    case 'help':
      say(USAGE.trimEnd());
      return 0;
    case 'profiles':
      say(profileLines().join('\n'));
      return 0;
    case 'faults':
      say(faultLines().join('\n'));
      return 0;
    case 'wrong':
      complain(`${asked.why}\n\n${USAGE.trimEnd()}`);
      return exitCodes.wrong_use;
    case 'provider':
      return written(asked);
    default: {
      const report = await run(asked, { say, fetch });
      if (asked.json) say(JSON.stringify(report, null, 2));
      else if (report.why !== undefined) complain(report.why);
      return exitCodes[report.outcome];
    }
  }
}

function written(file: { readonly certificate: string; readonly store: string }): number {
  try {
    writeProviderCertificate(file);
    return 0;
  } catch (error) {
    complain(failureOf(error).line);
    return exitCodes.wrong_use;
  }
}
