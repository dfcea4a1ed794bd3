/** Dead letters for the operator: all of them, and their replay. */

import { type DeadLetterDocument, deadLetters } from '@countersign/shared/model/delivery/dead-letters';
import { sessions } from '@countersign/shared/model/session/sessions';
import { pushed } from '@countersign/shared/outbox/outbox';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { Store } from '@countersign/shared/store/port';

const PAGE = 100;

/** All of them, oldest first. */
export async function listDeadLetters(store: Store): Promise<readonly DeadLetterDocument[]> {
  const all: DeadLetterDocument[] = [];
  let after: string | undefined;
  do {
    const found = await store.find(deadLetters, {
      index: 'age',
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    all.push(...found.documents);
    after = found.next;
  } while (after !== undefined);
  return all;
}

/**
 * Puts the event of a dead letter back into the outbox of its session, due for the next sweep of its relay, and then
 * removes the letter. Every group of the topic receives the event again, which is harmless: handlers act on the
 * document.
 * @returns `gone` if the session no longer exists, `unreadable` if the message isn't an event: in both cases the letter
 *   stays, because it can't be replayed
 */
export async function replayDeadLetter(
  store: Store,
  letter: DeadLetterDocument,
): Promise<'replayed' | 'gone' | 'unreadable'> {
  const { topic, event } = letter;
  if (event === undefined) return 'unreadable';
  const marked = await ofTenant(store, event.data.tenant).update(sessions, event.subject, (session) => {
    const waiting = session.outbox.some((entry) => entry.event.id === event.id);
    return waiting ? session : pushed(session, [{ topic, event }], 0);
  });
  if (marked === undefined) return 'gone';
  await store.delete(deadLetters, letter);
  return 'replayed';
}
