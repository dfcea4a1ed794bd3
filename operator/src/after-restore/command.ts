/** `after-restore`: reads the arguments, does what has to be done, and says what it did. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Clock, systemClock } from '@countersign/shared/kernel/clock';
import { SettingsError } from '@countersign/shared/settings/read-settings';
import { asksForHelp, type CommandHelp, type CommandRun, helpOf, sentenceOf, UNCHANGED, usageOf } from '../command.ts';
import { type AfterRestore, afterRestore } from './after-restore.ts';
import { type AuditText, type ReadAudit, readAuditLines, statusText } from './replay-audit.ts';
import { openRestoredStore, recordRestore } from './restored-store.ts';

export interface AfterRestoreRun extends Pick<CommandRun, 'args' | 'env'> {
  /** Gets the report, text with line ends; also why it is refused, as the last line. */
  readonly write: (text: string) => void;
  /** Default: nothing comes. */
  readonly input?: CommandRun['input'];
  readonly clock?: Clock;
}

const HELP: CommandHelp = {
  name: 'after-restore',
  words: '[--audit <file, or - for standard input>]... [--keep-offers] [--yes]',
  about: `Puts a store that came from a backup right, before the services start: closes status lists, ends what wallets could use
twice, and repeats what the lines of AUDIT_FILE say. It acts on the database of MONGODB_URL where it is set, else on
DATA_FOLDER, which no server may have open. Without --yes it says what it would do, and changes nothing.
--keep-offers leaves offers, tokens and presentation requests open. See docs/restore.md.`,
};

const STOPPED = `All services must be stopped: a status service that runs still gives out the numbers that it holds in memory,
which can't be seen from here.
`;

/** @returns the exit code: 0 all done; 1 refused or failed, or `--yes` is missing; 2 done, but some of the audit file could not be replayed */
export async function runAfterRestore(run: AfterRestoreRun): Promise<0 | 1 | 2> {
  const { args, env, write, input = async () => '', clock = systemClock } = run;
  if (asksForHelp(args)) {
    write(helpOf(HELP));
    return 0;
  }
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        audit: { type: 'string', multiple: true },
        'keep-offers': { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
      },
    });
    // Read before anything is written: a name that is wrong changes nothing.
    const audit = values.audit === undefined ? undefined : await readAll(values.audit, input);
    const { yes, 'keep-offers': keepOffers } = values;
    return await carryOut({ env, write, clock }, { yes, keepOffers, ...(audit && { audit }) });
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) write(`${error.message}\n${usageOf(HELP.name, HELP.words)}`);
    else write(error instanceof SettingsError ? `${error.message}\n` : `Not finished: ${sentenceOf(error)}\n`);
    return 1;
  }
}

async function readAll(names: readonly string[], input: CommandRun['input']): Promise<ReadAudit> {
  const files: AuditText[] = [];
  for (const name of names) {
    const text = name === '-' ? await input() : readFileSync(name, 'utf8');
    // Such as of `kubectl exec` without -i: what was meant to be there would be missing.
    if (name === '-' && text === '') throw new Error('nothing came on standard input');
    files.push({ name: name === '-' ? 'standard input' : name, text });
  }
  return readAuditLines(files);
}

interface CarryOut {
  readonly yes: boolean;
  readonly keepOffers: boolean;
  readonly audit?: ReadAudit;
}

async function carryOut(
  { env, write, clock }: Required<Omit<AfterRestoreRun, 'args' | 'input'>>,
  { yes, ...options }: CarryOut,
): Promise<0 | 1 | 2> {
  const { place, platform, replay, close } = await openRestoredStore(env, clock, !yes);
  try {
    write(`${yes ? '' : 'without --yes; this would be done '}after the restore of ${place}\n`);
    const result = await afterRestore(platform, { ...options, replay });
    const counts = countsOf(result);
    if (yes) await recordRestore(platform, counts);
    for (const [name, count] of Object.entries(counts)) write(`${LABELS[name as keyof typeof LABELS]}: ${count}\n`);
    for (const list of result.lists.closed) write(`closed: ${list}\n`);
    for (const change of result.replayed?.lost ?? []) write(`status not set: ${JSON.stringify(statusText(change))}\n`);
    for (const line of options.audit?.unreadable ?? []) write(`no record: ${line}\n`);
    if (!yes) {
      write(`${STOPPED}${UNCHANGED}`);
      return 1;
    }
    const incomplete = (result.replayed?.lost.length ?? 0) + (options.audit?.unreadable.length ?? 0) > 0;
    write(incomplete ? 'done, except for what stands above\n' : 'done: the services may start\n');
    return incomplete ? 2 : 0;
  } finally {
    await close();
  }
}

const LABELS = {
  lists: 'status lists with a new version',
  closed: 'status lists closed',
  firstList: 'lists to come have at least the number',
  entries: 'status entries brought back',
  statuses: 'statuses set again',
  erased: 'sessions erased again',
  records: 'audit records brought back',
  issuances: 'issuances ended',
  tokens: 'access tokens ended',
  requests: 'presentation requests ended',
} as const;

function countsOf({ lists, entries, replayed, ended }: AfterRestore): Partial<Record<keyof typeof LABELS, number>> {
  return {
    lists: lists.lists,
    closed: lists.closed.length,
    firstList: lists.firstList,
    ...(entries !== undefined && { entries }),
    ...(replayed && { statuses: replayed.statuses, erased: replayed.erased, records: replayed.records }),
    ...ended,
  };
}
