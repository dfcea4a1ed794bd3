/** `after-restore`: reads the arguments, prepares the restored store and reports the result. */
import { readFileSync } from 'node:fs';
import { SettingsError } from '@countersign/shared/settings/read-settings';
import { type CommandRun, sentenceOf, UNCHANGED } from '../process/command.ts';
import { type AfterRestore, afterRestore } from './after-restore.ts';
import { type AuditText, type ReadAudit, readAuditLines, statusText } from './replay-audit.ts';
import { openRestoredStore, recordRestore } from './restored-store.ts';

const STOPPED = `Stop all services first. A running status service still allocates the numbers it keeps in memory,
which this command cannot see.
`;

/**
 * The report is written to standard output; so is the reason of a refusal, as the last line.
 * @returns the exit code: 0 all done; 1 refused or failed, or `--yes` is missing; 2 done, but some of the audit file could not be replayed
 */
export async function runAfterRestore(run: CommandRun): Promise<0 | 1 | 2> {
  const { values, switches, write, input } = run;
  try {
    // Read before anything is written, so that a wrong name changes nothing.
    const files = values.get('audit');
    const audit = files === undefined ? undefined : await readAll(files, input);
    const [yes, keepOffers] = [switches.has('yes'), switches.has('keep-offers')];
    return await prepareStore(run, { yes, keepOffers, ...(audit && { audit }) });
  } catch (error) {
    write(error instanceof SettingsError ? `${error.message}\n` : `Not finished: ${sentenceOf(error)}\n`);
    return 1;
  }
}

async function readAll(names: readonly string[], input: CommandRun['input']): Promise<ReadAudit> {
  const files: AuditText[] = [];
  for (const name of names) {
    const text = name === '-' ? await input() : readFileSync(name, 'utf8');
    // Standard input is empty, as with `kubectl exec` without -i: the audit lines would be missing.
    if (name === '-' && text === '') throw new Error('nothing came on standard input');
    files.push({ name: name === '-' ? 'standard input' : name, text });
  }
  return readAuditLines(files);
}

interface AfterRestoreRequest {
  readonly yes: boolean;
  readonly keepOffers: boolean;
  readonly audit?: ReadAudit;
}

async function prepareStore(
  { env, write, clock }: CommandRun,
  { yes, ...options }: AfterRestoreRequest,
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
    for (const line of options.audit?.unreadable ?? []) write(`not an audit record: ${line}\n`);
    if (!yes) {
      write(`${STOPPED}${UNCHANGED}`);
      return 1;
    }
    const incomplete = (result.replayed?.lost.length ?? 0) + (options.audit?.unreadable.length ?? 0) > 0;
    write(incomplete ? 'done, except for the items above\n' : 'done: the services may start\n');
    return incomplete ? 2 : 0;
  } finally {
    await close();
  }
}

const LABELS = {
  lists: 'status lists with a new version',
  closed: 'status lists closed',
  firstList: 'lowest number for new lists',
  hostedLists: 'published trust lists with a higher number',
  signIns: 'sign-ins of the console removed',
  logins: 'codes, tokens and application logins removed',
  entries: 'status entries restored',
  statuses: 'statuses set again',
  erased: 'sessions erased again',
  records: 'audit records restored',
  issuances: 'issuances ended',
  tokens: 'access tokens revoked',
  requests: 'presentation requests ended',
} as const;

function countsOf({
  lists,
  hostedLists,
  signIns,
  logins,
  entries,
  replayed,
  ended,
}: AfterRestore): Partial<Record<keyof typeof LABELS, number>> {
  return {
    lists: lists.lists,
    closed: lists.closed.length,
    firstList: lists.firstList,
    ...(hostedLists > 0 && { hostedLists }),
    signIns,
    logins,
    ...(entries !== undefined && { entries }),
    ...(replayed && { statuses: replayed.statuses, erased: replayed.erased, records: replayed.records }),
    ...ended,
  };
}
