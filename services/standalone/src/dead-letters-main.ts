/** `dead-letters`: shows the events that a service could not handle, and puts them back into their outboxes. */
import { type CommandRun, usageOf } from '@countersign/shared/runtime/command';
import { type DeadLetterDocument, listDeadLetters, replayDeadLetter } from '@countersign/shared/store/dead-letters';
import type { Store } from '@countersign/shared/store/port';
import { runBesideServer } from './beside-server.ts';

/**
 * `list`: one line of JSON each. `replay [id]`: one of them, or all; the running server publishes it within seconds, with
 * the same id. `gone`: its session is no more; `unreadable`: it is no event, there is nothing to replay.
 * @returns the exit code: 1 refused or failed, or there is none with the id
 */
export async function runDeadLetters({ args, env, write, tell }: CommandRun): Promise<0 | 1> {
  const [command, id, ...more] = args;
  const understood = (command === 'list' && id === undefined) || (command === 'replay' && more.length === 0);
  if (!understood) {
    tell(usageOf('dead-letters', 'list | replay [id]'));
    return 1;
  }
  return runBesideServer({ env, tell }, async ({ store }) => {
    const letters = await listDeadLetters(store);
    if (command === 'replay') return replay({ store, letters, write, tell }, id);
    for (const letter of letters) write(`${lineOf(letter)}\n`);
    return 0;
  });
}

function lineOf({ id, at, event, error }: DeadLetterDocument): string {
  return JSON.stringify({ id, at: new Date(at).toISOString(), type: event?.type ?? 'unreadable', error });
}

interface Replay extends Pick<CommandRun, 'write' | 'tell'> {
  readonly store: Store;
  readonly letters: readonly DeadLetterDocument[];
}

async function replay({ store, letters, write, tell }: Replay, id: string | undefined): Promise<0 | 1> {
  const chosen = id === undefined ? letters : letters.filter((letter) => letter.id === id);
  if (id !== undefined && chosen.length === 0) {
    tell(`There is no dead letter ${id}\n`);
    return 1;
  }
  for (const letter of chosen) write(`${letter.id} ${await replayDeadLetter(store, letter)}\n`);
  return 0;
}
