/** `npm run wallet`: the wallet of the tests at a terminal, for trying offers and requests without a phone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readCommandLine, USAGE } from './command-line.ts';
import { createJournal } from './journal.ts';
import { decline, show, type Terminal } from './show.ts';
import { take } from './take.ts';
import { takeAttested, writeProviderCertificate } from './take-attested.ts';
import { WalletFailure } from './wallet-failure.ts';
import { openWalletFile } from './wallet-file.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (line: string): void => void process.stderr.write(`${line}\n`);

process.exitCode = await run();

async function run(): Promise<number> {
  const asked = readCommandLine(process.argv.slice(2), process.env.DATA_FOLDER);
  if (asked.kind === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  if (asked.kind === 'wrong') {
    complain(`${asked.why}\n\n${USAGE.trimEnd()}`);
    return 2;
  }
  if (asked.kind === 'provider') {
    writeProviderCertificate(asked);
    return 0;
  }
  const terminal: Terminal = { journal: createJournal(say), file: openWalletFile(asked.store), say };
  const pause = (seconds: number): Promise<void> => sleep(seconds * 1000);
  try {
    if (asked.kind === 'request') await show(terminal, asked.link.href);
    else if (asked.kind === 'decline') await decline(terminal, asked.link.href);
    else if (asked.as !== undefined) await takeAttested(terminal, { ...asked, as: asked.as, pause });
    else await take(terminal, { ...asked, pause });
    return 0;
  } catch (error) {
    complain(lineOf(error));
    return 1;
  }
}

/** Always one line: a stack does not help a person who tries an offer. */
function lineOf(error: unknown): string {
  if (error instanceof WalletFailure) return error.message;
  const [what = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return `The wallet got what it did not expect (${what}). Next: look whether the link is one of this server, and at its log.`;
}
