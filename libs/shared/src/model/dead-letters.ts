/** Events that a group could not handle, kept until an operator replays or removes them. */
import type { Topic } from '../bus/catalogue.ts';
import type { DeadLetter } from '../bus/delivery.ts';
import { pushed } from '../outbox/outbox.ts';
import { ofTenant } from '../store/of-tenant.ts';
import type { Collection, Store, StoredDocument } from '../store/port.ts';
import { sessions } from './sessions.ts';

export interface DeadLetterDocument extends StoredDocument, DeadLetter {
  /** `<topic>/<group>/<event id>`, or the position of a message that is no event: a redelivery creates no second letter. */
  readonly id: string;
}

export const deadLetters: Collection<DeadLetterDocument> = {
  name: 'deadLetters',
  indexes: { age: { fields: ['at'] } },
};

export function deadLetterId(topic: Topic, group: string, eventId: string): string {
  return `${topic}/${group}/${eventId}`;
}

/** Creates the function that stores dead letters; the first one of an event and group stays. */
export function storeDeadLetter(store: Store): (entry: DeadLetter) => Promise<void> {
  return async (entry) => {
    const { topic, group, event, unreadable } = entry;
    // The prefix distinguishes the two kinds: no event id begins with it.
    const id = event?.id ?? `@${unreadable?.position ?? ''}`;
    await store.insert(deadLetters, { ...entry, id: deadLetterId(topic, group, id) });
  };
}

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
 * removes the letter. Every group of the topic receives the event again, which is harmless: handlers act on the document.
 * @returns `gone` where the session does not exist any more, `unreadable` for a message that is no event: in both cases
 *   the letter stays, because it can't be replayed
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
