/** Events that a group could not handle, kept until an operator replays or removes them. */
import type { Topic } from '../../bus/catalogue.ts';
import type { DeadLetter } from '../../bus/delivery.ts';
import type { Collection, Store, StoredDocument } from '../../store/port.ts';

export interface DeadLetterDocument extends StoredDocument, DeadLetter {
  /**
   * `<topic>/<group>/<event id>`, or the position of a message that isn't an event: a redelivery creates no second
   * letter.
   */
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
    // The prefix distinguishes the two kinds, because event ids never start with it.
    const id = event?.id ?? `@${unreadable?.position ?? ''}`;
    await store.insert(deadLetters, { ...entry, id: deadLetterId(topic, group, id) });
  };
}
