/** `dead-letters`: lists the events that a service could not handle, and puts them back into their outboxes. */

import type { DeadLetterDocument } from '@countersign/shared/model/delivery/dead-letters';
import type { Store } from '@countersign/shared/store/port';
import { withCommandData } from './data/command-data.ts';
import { listDeadLetters, replayDeadLetter } from './data/dead-letters.ts';
import { type CommandRun, UNCHANGED, WrongArguments } from './process/command.ts';

/**
 * `list`: one line of JSON per letter. `replay [id] --yes`: one of them, or all; the running server publishes each
 * within seconds, with the same id. `gone`: its session no longer exists; `unreadable`: it isn't an event and can't be
 * replayed.
 * @returns the exit code: 1 refused or failed, no letter has the id, or `--yes` is missing
 */
export async function runDeadLetters({ operands, switches, env, write, report }: CommandRun): Promise<0 | 1> {
  const yes = switches.has('yes');
  const [command, id] = operands;
  const understood = (command === 'list' && id === undefined) || command === 'replay';
  if (!understood) throw new WrongArguments();
  return withCommandData({ env, report, changes: command === 'replay' && yes }, async ({ store }) => {
    const letters = await listDeadLetters(store);
    if (command === 'replay') return replay({ store, letters, write, report, yes }, id);
    for (const letter of letters) write(`${lineOf(letter)}\n`);
    return 0;
  });
}

function lineOf({ id, at, event, error }: DeadLetterDocument): string {
  return JSON.stringify({ id, at: new Date(at).toISOString(), type: event?.type ?? 'unreadable', error });
}

interface Replay extends Pick<CommandRun, 'write' | 'report'> {
  readonly store: Store;
  readonly letters: readonly DeadLetterDocument[];
  /** False if writes are not stored. */
  readonly yes: boolean;
}

async function replay({ store, letters, write, report, yes }: Replay, id: string | undefined): Promise<0 | 1> {
  const chosen = id === undefined ? letters : letters.filter((letter) => letter.id === id);
  if (id !== undefined && chosen.length === 0) {
    report(`There is no dead letter ${id}\n`);
    return 1;
  }
  const what = yes ? '' : 'would be ';
  for (const letter of chosen) write(`${letter.id} ${what}${await replayDeadLetter(store, letter)}\n`);
  if (yes) return 0;
  report(UNCHANGED);
  return 1;
}
